#!/usr/bin/env bash
# Installs the C library, its headers, what CMake and pkg-config need, and the package of Unity below a prefix:
# install.sh PREFIX.
set -euo pipefail
mkdir -p "${1:?usage: install.sh PREFIX}"
prefix="$(cd "$1" && pwd)"
cd "$(dirname "${BASH_SOURCE[0]}")"
target="${CARGO_TARGET_DIR:-target}"
version="$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)"

cargo build --release --locked --target-dir "$target" -p tautline-capi
unity="$prefix/share/tautline/unity"
rm -rf "$unity"
mkdir -p "$prefix/include" "$prefix/lib/pkgconfig" "$prefix/lib/cmake/tautline" "$unity/Runtime/Plugins"
cp include/* "$prefix/include/"
for library in libtautline_c.so libtautline_c.dylib libtautline_c.a tautline_c.dll tautline_c.dll.lib tautline_c.lib; do
    if [ -e "$target/release/$library" ]; then cp "$target/release/$library" "$prefix/lib/"; fi
done
cp -r csharp/. "$unity/"
for library in libtautline_c.so libtautline_c.dylib tautline_c.dll; do
    if [ -e "$target/release/$library" ]; then cp "$target/release/$library" "$unity/Runtime/Plugins/"; fi
done
# Without a prefix in them, the files stay right when the folder is moved.
sed "s/@VERSION@/$version/" package/tautline.pc.in >"$prefix/lib/pkgconfig/tautline.pc"
cp package/tautlineConfig.cmake "$prefix/lib/cmake/tautline/"
sed "s/@VERSION@/$version/" package/tautlineConfigVersion.cmake.in >"$prefix/lib/cmake/tautline/tautlineConfigVersion.cmake"
