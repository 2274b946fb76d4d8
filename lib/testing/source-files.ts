import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const EXTENSIONS = [".ts", ".tsx", "/index.ts", ".mjs", ".json", ".css", ""];
const STATEMENTS = /^[ \t]*(import|export)\s+(type\s+)?(?:[\w*{}\s,$]+?\s+from\s+)?["']([^"']+)["']/gm;
const DYNAMIC = /\bimport\(\s*["']([^"']+)["']\s*\)/g;

/** One import: `to` is a path in the repository for our own files, else the package's name; `isType` vanishes when built. */
export type Import = { readonly to: string; readonly isOwn: boolean; readonly isType: boolean };

export type SourceFile = { readonly path: string; readonly text: string; readonly imports: readonly Import[] };

function listPaths(folder: string): string[] {
  const full = join(ROOT, folder);
  if (!existsSync(full)) return [];
  return readdirSync(full)
    .map((name) => `${folder}/${name}`)
    .flatMap((path) => (statSync(join(ROOT, path)).isDirectory() ? listPaths(path) : [path]));
}

/** A path of ours with its extension; the path as written when no such file exists. */
function resolveOwn(path: string): string {
  const found = EXTENSIONS.map((extension) => path + extension).find(
    (candidate) => existsSync(join(ROOT, candidate)) && statSync(join(ROOT, candidate)).isFile(),
  );
  return found ?? path;
}

function toImport(from: string, specifier: string, isType: boolean): Import {
  if (specifier.startsWith("@/")) return { to: resolveOwn(specifier.slice(2)), isOwn: true, isType };
  if (specifier.startsWith("."))
    return { to: resolveOwn(normalize(join(dirname(from), specifier))), isOwn: true, isType };
  return { to: specifier, isOwn: false, isType };
}

/** The imports that a file's text states, type-only ones marked. */
export function readImports(path: string, text: string): Import[] {
  const stated = [...text.matchAll(STATEMENTS)].map(([, , type, specifier = ""]) => toImport(path, specifier, !!type));
  const dynamic = [...text.matchAll(DYNAMIC)].map(([, specifier = ""]) => toImport(path, specifier, false));
  return [...stated, ...dynamic];
}

/** Every TypeScript file below the folders; generated code is left out. */
export function readSources(folders: readonly string[]): SourceFile[] {
  return folders
    .flatMap(listPaths)
    .filter((path) => /\.(tsx?|mjs)$/.test(path) && !path.endsWith(".d.mts") && !path.startsWith("lib/generated/"))
    .map((path) => {
      const text = readFileSync(join(ROOT, path), "utf8");
      return { path, text, imports: readImports(path, text) };
    });
}

/** The text of a file of the repository, or undefined when there is none. */
export function readText(path: string): string | undefined {
  return existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), "utf8") : undefined;
}

/** The shortest chain of files from `start` to one that `isTarget` accepts, over imports that exist at run time. */
export function findChain(
  sources: ReadonlyMap<string, SourceFile>,
  start: string,
  isTarget: (path: string) => boolean,
): string[] | undefined {
  const cameFrom = new Map<string, string>([[start, ""]]);
  const queue = [start];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (path !== start && isTarget(path)) return chainTo(path, cameFrom);
    for (const { to, isOwn, isType } of sources.get(path)?.imports ?? []) {
      if (!isOwn || isType || cameFrom.has(to)) continue;
      cameFrom.set(to, path);
      queue.push(to);
    }
  }
  return undefined;
}

function chainTo(end: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const chain: string[] = [];
  for (let path = end; path !== ""; path = cameFrom.get(path) ?? "") chain.unshift(path);
  return chain;
}

/** The first circle of imports that is found, as a list of files; undefined when there is none. */
export function findCycle(sources: ReadonlyMap<string, SourceFile>): string[] | undefined {
  const finished = new Set<string>();
  for (const path of sources.keys()) {
    const cycle = visit(sources, path, [], finished);
    if (cycle) return cycle;
  }
  return undefined;
}

function visit(
  sources: ReadonlyMap<string, SourceFile>,
  path: string,
  trail: readonly string[],
  finished: Set<string>,
): string[] | undefined {
  if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
  if (finished.has(path)) return undefined;
  for (const { to, isOwn, isType } of sources.get(path)?.imports ?? []) {
    const cycle = isOwn && !isType ? visit(sources, to, [...trail, path], finished) : undefined;
    if (cycle) return cycle;
  }
  finished.add(path);
  return undefined;
}
