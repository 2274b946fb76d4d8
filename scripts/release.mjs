#!/usr/bin/env node
/**
 * `npm run release -- 1.0.0-rc.1 --key FILE`: cuts a release of the commit that is checked out.
 * Sets the version, gives the unreleased changes of CHANGELOG.md its name and the date, commits,
 * writes to `--out` (default .data/release) the archive of that commit with its bill of materials,
 * SHA256SUMS and its signature, and adds the signed tag last. It may be stopped and run again:
 * it continues after the commit. Nothing is pushed.
 *
 * - `--unsigned`: only writes the archive and SHA256SUMS of a commit that is such a release,
 *   without a key: for whoever wants to compare the bytes
 * - `--new-key FILE`: only creates a key with ssh-keygen, which asks for its passphrase, and adds
 *   its public part to release-signers, to be committed
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { ROOT, readJson } from "./lib/paths.mjs";
import { releaseChangelog, sectionOf } from "./lib/release/changelog.mjs";
import { isAfter, isVersion, VERSION_LINES } from "./lib/release/version.mjs";

const SIGNERS = join(ROOT, "release-signers");
/** Of signatures and signers: one for something else is not one of a release. */
const [NAMESPACE, IDENTITY] = ["chaintill-release", "release"];
const ARCHIVE_BYTES_MAX = 2 ** 30;

function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Runs a program in the repository and returns its output; ends this process if it fails. */
function run(command, args, options = {}) {
  const stdio = ["ignore", "pipe", "inherit"];
  const result = spawnSync(command, args, { cwd: ROOT, stdio, maxBuffer: ARCHIVE_BYTES_MAX, ...options });
  if (result.error) fail(`${command} cannot be run: ${result.error.message}`);
  if (result.status !== 0) fail(`${command} ${args[0]} failed`);
  return result.stdout;
}

const git = (...args) => run("git", args).toString().trim();
const read = (path) => readFileSync(join(ROOT, path), "utf8");
const currentVersion = () => readJson(join(ROOT, "package.json")).version;

function createKey(file) {
  run("ssh-keygen", ["-t", "ed25519", "-C", IDENTITY, "-f", file], { stdio: "inherit" });
  const [type, key] = readFileSync(`${file}.pub`, "utf8").split(" ");
  appendFileSync(SIGNERS, `${IDENTITY} namespaces="${NAMESPACE},git" ${type} ${key}\n`);
  console.log(`Commit release-signers, and keep ${file} off this machine.`);
}

/** Whoever verifies a release finds its key in the version before. */
function assertKnownKey(key) {
  const [, text] = readFileSync(`${key}.pub`, "utf8").split(" ");
  if (!git("show", "HEAD:release-signers").includes(text)) fail("The key is not in the committed release-signers.");
}

/** Commits the version and its changelog. */
function commitVersion(version) {
  if (!isAfter(version, currentVersion())) fail(`${version} does not come after ${currentVersion()}.`);
  const date = new Date().toISOString().slice(0, 10);
  let changelog;
  try {
    changelog = releaseChangelog(read("CHANGELOG.md"), version, date);
  } catch (error) {
    fail(error.message);
  }
  writeFileSync(join(ROOT, "CHANGELOG.md"), changelog);
  for (const [path, line] of VERSION_LINES) {
    const text = read(path);
    if (!line.test(text)) fail(`${path} has no line with a version.`);
    writeFileSync(join(ROOT, path), text.replace(line, `$1${version}`));
  }
  run("git", ["commit", "--quiet", "--all", "--message", `release: set version ${version}`], { stdio: "inherit" });
}

/**
 * Writes archive, bill of materials and SHA256SUMS. Only the commit determines their bytes: times
 * are the commit's, and the compressor is Node's own.
 */
function writeArchive(version, out) {
  mkdirSync(out, { recursive: true });
  const name = `chaintill-${version}`;
  const bom = join(out, "sbom.cdx.json");
  run(process.execPath, [join(ROOT, "scripts/sbom.mjs"), bom], { stdio: ["ignore", "ignore", "inherit"] });
  const tar = run("git", ["archive", "--format=tar", `--prefix=${name}/`, `--add-file=${bom}`, "HEAD"]);
  const files = { [`${name}.tar.gz`]: gzipSync(tar, { level: 9 }), [`${name}.sbom.cdx.json`]: readFileSync(bom) };
  rmSync(bom);
  for (const [file, bytes] of Object.entries(files)) writeFileSync(join(out, file), bytes);
  const sums = Object.entries(files).map(
    ([file, bytes]) => `${createHash("sha256").update(bytes).digest("hex")}  ${file}\n`,
  );
  writeFileSync(join(out, "SHA256SUMS"), sums.join(""));
}

function sign(out, key) {
  const sums = join(out, "SHA256SUMS");
  rmSync(`${sums}.sig`, { force: true });
  run("ssh-keygen", ["-Y", "sign", "-q", "-f", key, "-n", NAMESPACE, sums], { stdio: "inherit" });
}

const { values, positionals } = parseArgs({
  options: {
    key: { type: "string" },
    out: { type: "string", default: join(ROOT, ".data/release") },
    unsigned: { type: "boolean", default: false },
    "new-key": { type: "string" },
  },
  allowPositionals: true,
});

if (values["new-key"] !== undefined) {
  createKey(resolve(values["new-key"]));
  process.exit(0);
}
const [version = ""] = positionals;
if (!isVersion(version)) fail("usage: npm run release -- 1.2.3 --key FILE (or 1.2.3-rc.1)");
if (git("status", "--porcelain") !== "") fail("The working tree has changes that are not committed.");
const out = resolve(values.out);
const isCut = currentVersion() === version && sectionOf(read("CHANGELOG.md"), version) !== null;
if (values.unsigned) {
  if (!isCut) fail(`What is checked out is not ${version}.`);
  writeArchive(version, out);
} else {
  if (values.key === undefined) fail("Name the key: --key FILE (npm run release -- --new-key FILE creates one)");
  const key = resolve(values.key);
  assertKnownKey(key);
  if (git("tag", "--list", `v${version}`) !== "") fail(`v${version} is there already.`);
  if (!isCut) commitVersion(version);
  writeArchive(version, out);
  sign(out, key);
  const settings = ["-c", "gpg.format=ssh", "-c", `user.signingkey=${key}`];
  run("git", [...settings, "tag", "--sign", `v${version}`, "--message", `Chaintill ${version}`], { stdio: "inherit" });
}
console.log(`${out}: ${readFileSync(join(out, "SHA256SUMS"), "utf8").trim()}`);
