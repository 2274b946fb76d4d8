/** One import: `to` is a path in the repository for our own files, else the package's name; `isType` vanishes when built. */
export type Import = { readonly to: string; readonly isOwn: boolean; readonly isType: boolean };
export type SourceFile = { readonly path: string; readonly text: string; readonly imports: readonly Import[] };
export type Group = {
  /** The top-level folder that it lies in. */
  readonly root: "lib" | "components";
  readonly name: string;
  readonly promise: string;
  /** What each of its folders promises. */
  readonly folders: Readonly<Record<string, string>>;
};
export type Arrow = { readonly from: string; readonly to: string };
export const GROUPS: readonly Group[];
export function titleOf(group: Pick<Group, "root" | "name">): string;
export function readImports(path: string, text: string): Import[];
export function readSources(folders: readonly string[]): SourceFile[];
export function isTestFile(path: string): boolean;
export function groupOf(path: string): string | undefined;
export function folderOf(path: string): string;
export function findUpward(sources: readonly SourceFile[]): Arrow[];
export function findFolderCircles(sources: readonly SourceFile[]): string[][];
export function findFileCircles(sources: readonly SourceFile[]): string[][];
export function countArrows(sources: readonly SourceFile[]): [from: string, to: string, count: number][];
export function measureFiles(sources: readonly SourceFile[]): { files: number; lines: number; median: number };
export function findChain(
  byPath: ReadonlyMap<string, SourceFile>,
  starts: readonly string[],
  isTarget: (path: string) => boolean,
  options?: { readonly withTypes?: boolean },
): string[] | undefined;
export function closureOf(sources: readonly SourceFile[], start: string): ReadonlySet<string>;
export function findServerInBrowser(sources: readonly SourceFile[]): string[][];
