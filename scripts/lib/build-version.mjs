/** The version of a build, as its processes list themselves: lib/kernel/build-version.ts. */
import { join } from "node:path";
import { ROOT, readJson } from "./paths.mjs";

const HASH_CHARACTERS = 8;

/** Returns the version of a build of sources with this hash, for example `1.0.0+1f2e3d4c`. */
export function versionOf(hash) {
  return `${readJson(join(ROOT, "package.json")).version}+${hash.slice(0, HASH_CHARACTERS)}`;
}

/** Returns the version of what is built here; null if nothing is. */
export function readBuildVersion() {
  const build = readJson(join(ROOT, "dist/build.json"));
  return build ? versionOf(build.hash) : null;
}
