// Scenes with features in the address. Features of a sample are only named there.
import { writeAddress } from "../shared/address.js";
import { checkFeatures } from "./features.js";
import { pack, unpack } from "./coded.js";

/** The features of the sample of a scene, and a number by which another version of them is noticed. */
async function baseOf(sample, samples) {
  if (!Object.hasOwn(samples, sample ?? "")) return { base: [], sum: 0 };
  const { features } = await samples[sample].scene();
  return { base: features, sum: JSON.stringify(features).length };
}

/** Returns the address of a scene, from `#` on. */
export async function writeScene(scene, samples) {
  const { base, sum } = await baseOf(scene.sample, samples);
  return writeAddress({ ...scene, features: pack(scene.features, base), sum });
}

/** Returns the scene of what `readAddress` has read. */
export async function readScene({ sum, ...written }, samples) {
  const { base, sum: own } = await baseOf(written.sample, samples);
  if (sum !== own) throw new TypeError("it was made from another version of an example");
  try {
    const features = unpack(written.features, base);
    checkFeatures(features);
    return { ...written, features };
  } catch {
    throw new TypeError("its shapes are damaged");
  }
}
