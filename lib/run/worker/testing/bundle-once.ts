import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, stat, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type BuildOptions, build } from "esbuild";
import { NODE_BUNDLE } from "@/scripts/lib/bundles.mjs";

const ROOT = join(import.meta.dirname, "../../../..");
/**
 * Below node_modules, because some packages stay outside the bundle and are resolved upwards from
 * it.
 */
const CACHE = join(ROOT, "node_modules/.cache/worker-tests");
/** Written whenever npm changes a package. */
const PACKAGES = "node_modules/.package-lock.json";
/** Longer than any test run: no process starts from a bundle last requested before that. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** A bundle, and the state of every source file that it was built from. */
type Bundle = { readonly file: string; readonly sources: readonly (readonly [path: string, state: string])[] };

/**
 * Returns the path of one file bundled as `npm run build` bundles it. It is rebuilt only if one of
 * its sources has changed since, so that all test files of a run share it; processes started from
 * an earlier bundle keep theirs.
 */
export async function bundleOnce(name: string, entry: Pick<BuildOptions, "entryPoints" | "stdin">): Promise<string> {
  const note = join(
    CACHE,
    `${name}-${createHash("sha256").update(JSON.stringify(entry)).digest("hex").slice(0, 16)}.json`,
  );
  const known = readNote(note);
  if (known !== null && isFresh(known)) {
    const now = new Date();
    await utimes(dirname(known.file), now, now);
    return known.file;
  }
  await mkdir(CACHE, { recursive: true });
  await removeOld();
  const folder = await mkdtemp(join(CACHE, `${name}-`));
  const file = join(folder, `${name}.mjs`);
  const startedAt = Date.now();
  const { metafile } = await build({ ...NODE_BUNDLE, ...entry, outdir: folder, entryNames: name, metafile: true });
  const own = Object.keys(metafile.inputs).filter((path) => path !== "<stdin>" && !path.startsWith("node_modules/"));
  const sources = [PACKAGES, ...own];
  const made: Bundle = { file, sources: sources.map((path) => [path, stateOf(path)]) };
  // A file saved during bundling may or may not be included.
  const isSure = sources.every((path) => statSync(join(ROOT, path)).mtimeMs < startedAt);
  if (isSure) {
    writeFileSync(`${note}.${process.pid}`, JSON.stringify(made));
    renameSync(`${note}.${process.pid}`, note);
  }
  return file;
}

function readNote(file: string): Bundle | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Bundle) : null;
}

function isFresh({ file, sources }: Bundle): boolean {
  return existsSync(file) && sources.every(([path, state]) => stateOf(path) === state);
}

function stateOf(path: string): string {
  const found = statSync(join(ROOT, path), { throwIfNoEntry: false });
  return found === undefined ? "gone" : `${found.mtimeMs} ${found.size}`;
}

async function removeOld(): Promise<void> {
  for (const name of await readdir(CACHE)) {
    const path = join(CACHE, name);
    const age = Date.now() - (await stat(path).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs;
    if (age > KEPT_MS) await rm(path, { recursive: true, force: true });
  }
}
