// Errors in words where the generated code has none.

/** Lets objects say that they were freed, instead of failing with a null pointer. */
export function tellFreed(classes) {
  for (const own of classes) {
    const { free } = own.prototype;
    own.prototype.free = function () {
      free.call(this);
      const refuse = () => {
        throw new Error(`this ${own.name} was freed`);
      };
      Object.defineProperty(this, "__wbg_ptr", { get: refuse });
    };
  }
}
