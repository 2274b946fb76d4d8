/** One hash over everything that a build reads, so that an unchanged tree is not rebuilt. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./paths.mjs";

const FOLDERS = ["app", "components", "lib", "prisma/schema", "public", "docs"];
const FILES = [
  "package-lock.json",
  "package.json",
  "tsconfig.json",
  "next.config.mjs",
  "scripts/build.mjs",
  "scripts/lib/api-routes.mjs",
  "scripts/lib/bundles.mjs",
  "scripts/lib/phases.mjs",
  "scripts/lib/running-processes.mjs",
  "scripts/lib/sandbox/faucet-races.mjs",
  "scripts/lib/setting-files.mjs",
];
/** Written by the build itself, or never part of it. */
const SKIPPED = /(^docs\/pictures(\/|$))|(\.test\.tsx?$)/;
const ROOT_SOURCES = /^(postcss\.config|proxy|instrumentation|mdx-components)[\w.-]*\.(m?[jt]s|tsx)$/;

function listFiles(path) {
  const full = join(ROOT, path);
  if (SKIPPED.test(path) || !existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full)
    .sort()
    .flatMap((name) => listFiles(`${path}/${name}`));
}

/** Returns the hash as hex; it includes Node's version. */
export function hashSources() {
  const hash = createHash("sha256").update(process.version);
  const rootSources = readdirSync(ROOT)
    .filter((name) => ROOT_SOURCES.test(name))
    .sort();
  for (const path of [...FILES, ...rootSources, ...FOLDERS].flatMap(listFiles)) {
    hash.update(`\0${path}\0`).update(readFileSync(join(ROOT, path)));
  }
  return hash.digest("hex");
}
