#!/usr/bin/env node
/**
 * `npm run sbom`: writes the bill of materials of a production installation, as CycloneDX 1.6, to
 * sbom.cdx.json (or the named file). It is read from package-lock.json, so that the same commit
 * gives the same bytes, with the native packages of every platform.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./lib/paths.mjs";

const file = process.argv[2] ?? join(ROOT, "sbom.cdx.json");
const tool = join(ROOT, "node_modules/@cyclonedx/cyclonedx-npm/bin/cyclonedx-npm-cli.js");
const args = [tool, "--omit", "dev", "--package-lock-only", "--no-workspaces", "--output-reproducible"];
const { status } = spawnSync(process.execPath, [...args, "--spec-version", "1.6", "--output-file", file], {
  cwd: ROOT,
  stdio: "inherit",
});
if (status === 0) console.log(`written: ${file}`);
process.exit(status ?? 1);
