/** Returns a process and its descendants, parents first. */
export function listTree(pid: number): number[];
