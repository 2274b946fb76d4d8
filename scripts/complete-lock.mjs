#!/usr/bin/env node
/**
 * Adds to package-lock.json the native packages of other platforms that npm omits when it cannot
 * see them, so that `npm ci` works everywhere. Their versions and licences come from the package
 * that depends on them, the platform from their names; run it after npm install. `--check` only
 * reports what is missing.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { locate } from "./lib/install.mjs";
import { ROOT } from "./lib/paths.mjs";

const FILE = join(ROOT, "package-lock.json");
const SYSTEMS = ["android", "darwin", "freebsd", "linux", "openharmony", "win32"];
const PROCESSORS = { amd64: "x64" };
const PROCESSOR_NAMES = ["amd64", "arm64", "arm", "ia32", "ppc64", "riscv64", "s390x", "wasm32", "x64"];

function describePlatform(name) {
  const words = name.split("/").at(-1).split("-");
  const os = SYSTEMS.find((system) => words.includes(system));
  const cpu = PROCESSOR_NAMES.find((processor) => words.includes(processor));
  const isMusl = words.some((word) => word.startsWith("musl"));
  const isGlibc = words.some((word) => word.startsWith("gnu"));
  return {
    ...(cpu && { cpu: [PROCESSORS[cpu] ?? cpu] }),
    ...(isMusl && { libc: ["musl"] }),
    ...(isGlibc && { libc: ["glibc"] }),
    ...(os && { os: [os] }),
  };
}

function findMissing(packages) {
  return Object.entries(packages).flatMap(([path, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !packages[locate(packages, path, name)])
      .map(([name, version]) => ({ name, version, isDev: Boolean(entry.dev), license: entry.license })),
  );
}

const lock = JSON.parse(readFileSync(FILE, "utf8"));
const missing = findMissing(lock.packages);
if (process.argv.includes("--check")) {
  for (const { name } of missing)
    console.error(`not in package-lock.json: ${name}; run node scripts/complete-lock.mjs`);
  process.exit(missing.length > 0 ? 1 : 0);
}
for (const { name, version, isDev, license } of missing) {
  const platform = describePlatform(name);
  if (!platform.os && !platform.cpu) throw new Error(`${name}: no platform in its name`);
  lock.packages[`node_modules/${name}`] = {
    version,
    ...platform,
    ...(isDev && { dev: true }),
    ...(license && { license }),
    optional: true,
  };
}
const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, "en"));
lock.packages = Object.fromEntries(sorted);
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`added ${missing.length}`);
