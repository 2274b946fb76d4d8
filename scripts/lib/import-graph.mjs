/**
 * Reads every import of the project's own files, types included, and checks them against the
 * ordered lists of groups in `lib/groups.json` and `components/groups.json`.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { ROOT, readJson } from "./paths.mjs";

const EXTENSIONS = [".ts", ".tsx", "/index.ts", ".mjs", ".json", ".css", ""];
const STATEMENTS = /^[ \t]*(import|export)\s+(type\s+)?(?:[\w*{}\s,$]+?\s+from\s+)?["']([^"']+)["']/gm;
/** Braces that contain only types. */
const INLINE_TYPES = /\{(\s*type [^,{}]+,?)+\s*\}/;
const DYNAMIC = /\bimport\(\s*["']([^"']+)["']\s*\)/g;
const TEST = /\.test\.tsx?$|\/(testing|contract|conformance)\//;

/**
 * The groups of `lib/`, followed by those of `components/`, lowest first: a file imports from its
 * own group and from those before it.
 */
export const GROUPS = ["lib", "components"].flatMap((root) =>
  readJson(join(ROOT, root, "groups.json")).map((group) => ({ ...group, root })),
);

/** Returns a group's title where others appear beside it: `money-in`, or `components/money-in`. */
export function titleOf({ root, name }) {
  return root === "lib" ? name : `${root}/${name}`;
}

function listPaths(folder) {
  const full = join(ROOT, folder);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [folder];
  return readdirSync(full)
    .map((name) => `${folder}/${name}`)
    .flatMap((path) => (statSync(join(ROOT, path)).isDirectory() ? listPaths(path) : [path]));
}

/**
 * Resolves a path of the project to one with its extension; the path as written if no such file
 * exists.
 */
function resolveOwn(path) {
  const found = EXTENSIONS.map((extension) => path + extension).find(
    (candidate) => existsSync(join(ROOT, candidate)) && statSync(join(ROOT, candidate)).isFile(),
  );
  return found ?? path;
}

function toImport(from, specifier, isType) {
  if (specifier.startsWith("@/")) return { to: resolveOwn(specifier.slice(2)), isOwn: true, isType };
  if (specifier.startsWith("."))
    return { to: resolveOwn(normalize(join(dirname(from), specifier))), isOwn: true, isType };
  return { to: specifier, isOwn: false, isType };
}

/** Returns the imports in a file's text, type-only ones marked. */
export function readImports(path, text) {
  const stated = [...text.matchAll(STATEMENTS)].map(([statement, , type, specifier = ""]) =>
    toImport(path, specifier, !!type || INLINE_TYPES.test(statement)),
  );
  const dynamic = [...text.matchAll(DYNAMIC)].map(([, specifier = ""]) => toImport(path, specifier, false));
  return [...stated, ...dynamic];
}

/**
 * Reads every TypeScript file below the folders, or named among them; generated code is excluded.
 */
export function readSources(folders) {
  return folders
    .flatMap(listPaths)
    .filter((path) => /\.(tsx?|mjs)$/.test(path) && !path.endsWith(".d.mts") && !path.startsWith("lib/generated/"))
    .map((path) => {
      const text = readFileSync(join(ROOT, path), "utf8");
      return { path, text, imports: readImports(path, text) };
    });
}

/** Returns whether a file is a test or serves only tests. */
export function isTestFile(path) {
  return TEST.test(path) || path.startsWith("e2e/") || path.startsWith("lib/testing/");
}

/** Returns the title of a file's group; undefined outside the groups. */
export function groupOf(path) {
  const group = GROUPS.find(({ root, name }) => path.startsWith(`${root}/${name}/`));
  return group && titleOf(group);
}

/**
 * Returns the folder inside its group: `money-in/invoices`; the group alone for a file that is in
 * no folder of it.
 */
export function folderOf(path) {
  const group = groupOf(path);
  const [, , folder, ...rest] = path.split("/");
  return rest.length > 0 ? `${group}/${folder}` : group;
}

function ownEdges(sources) {
  const paths = new Set(sources.map(({ path }) => path));
  return sources.flatMap(({ path, imports }) =>
    imports.filter(({ to }) => paths.has(to) && to !== path).map(({ to }) => ({ from: path, to })),
  );
}

/** Returns imports from a group that comes later in the list. */
export function findUpward(sources) {
  const rank = (path) => GROUPS.findIndex((group) => titleOf(group) === groupOf(path));
  return ownEdges(sources).filter(({ from, to }) => rank(from) >= 0 && rank(to) > rank(from));
}

/** Returns sets of folders of one group that import each other in a cycle. */
export function findFolderCircles(sources) {
  const edges = ownEdges(sources)
    .filter(({ from, to }) => groupOf(from) !== undefined && groupOf(from) === groupOf(to))
    .map(({ from, to }) => ({ from: folderOf(from), to: folderOf(to) }));
  return findCircles(edges);
}

/** Returns sets of files that import each other in a cycle, types included. */
export function findFileCircles(sources) {
  return findCircles(ownEdges(sources));
}

/** Tarjan's strongly connected components of more than one node. */
function findCircles(edges) {
  const targets = new Map();
  for (const { from, to } of edges) if (from !== to) targets.set(from, [...(targets.get(from) ?? []), to]);
  const [index, low, stack, circles] = [new Map(), new Map(), [], []];
  const visit = (node) => {
    index.set(node, index.size);
    low.set(node, index.get(node));
    stack.push(node);
    for (const next of targets.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node), low.get(next)));
    }
    if (low.get(node) !== index.get(node)) return;
    const circle = stack.splice(stack.indexOf(node));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const node of targets.keys()) if (!index.has(node)) visit(node);
  return circles;
}

/** Counts the imports from each group to each other one, as `[from, to, count]`. */
export function countArrows(sources) {
  const counts = new Map();
  for (const { from, to } of ownEdges(sources)) {
    const [a, b] = [groupOf(from), groupOf(to)];
    if (a === undefined || b === undefined || a === b) continue;
    counts.set(`${a} ${b}`, (counts.get(`${a} ${b}`) ?? 0) + 1);
  }
  return [...counts].map(([pair, count]) => [...pair.split(" "), count]);
}

/** Returns the number of files, their lines, and the median of those. */
export function measureFiles(sources) {
  const lines = sources.map(({ text }) => text.trimEnd().split("\n").length).sort((a, b) => a - b);
  const sum = lines.reduce((total, each) => total + each, 0);
  return { files: lines.length, lines: sum, median: lines[lines.length >> 1] ?? 0 };
}

/**
 * Returns the project's files that `starts` import, directly or not, nearest first, each with its
 * importer; the starts have none.
 */
function walk(byPath, starts, { withTypes = false } = {}) {
  const cameFrom = new Map(starts.map((start) => [start, undefined]));
  for (const path of cameFrom.keys()) {
    for (const { to, isOwn, isType } of byPath.get(path)?.imports ?? []) {
      if (isOwn && (withTypes || !isType) && !cameFrom.has(to)) cameFrom.set(to, path);
    }
  }
  return cameFrom;
}

function chainTo(end, cameFrom) {
  const chain = [];
  for (let path = end; path !== undefined; path = cameFrom.get(path)) chain.unshift(path);
  return chain;
}

/**
 * Returns the shortest chain of imports from one of `starts` to another file that `isTarget`
 * accepts: only run-time imports, or types too.
 */
export function findChain(byPath, starts, isTarget, options) {
  const cameFrom = walk(byPath, starts, options);
  const found = [...cameFrom].find(([path, from]) => from !== undefined && isTarget(path));
  return found === undefined ? undefined : chainTo(found[0], cameFrom);
}

/** Returns the files that `start` imports, directly or not, at run time. */
export function closureOf(sources, start) {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  return new Set([...walk(byPath, [start]).keys()].filter((path) => byPath.has(path)));
}

/**
 * Returns server modules that the browser would load: modules that a file with "use client"
 * imports, directly or not, at run time, and that use Node, the database or a server package. Each
 * with the chain of imports that leads to it.
 */
export function findServerInBrowser(sources) {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const isClient = ({ path, text }) =>
    /^(app|components)\//.test(path) && /^["']use client["']/m.test(text.slice(0, 200));
  const cameFrom = walk(
    byPath,
    sources.filter(isClient).map(({ path }) => path),
  );
  const isServer = (to) =>
    /^node:|^(pg|pino|undici|nodemailer|sharp|graphile-worker|@prisma\/.+|@node-rs\/.+)$/.test(to) ||
    /^lib\/(generated|kernel\/(db|env|log)\.ts)/.test(to);
  return [...cameFrom.keys()]
    .filter((path) => byPath.get(path)?.imports.some(({ to, isType }) => !isType && isServer(to)))
    .map((path) => chainTo(path, cameFrom));
}
