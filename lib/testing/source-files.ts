import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SourceFile } from "@/scripts/lib/import-graph.mjs";

const ROOT = join(import.meta.dirname, "../..");

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
