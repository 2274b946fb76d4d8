/** CPU time of processes, as Linux counts it. */
import { listTree } from "../../scripts/lib/process-tree.mjs";
import { statFields } from "../../scripts/lib/processes.mjs";

/** Linux reports these times in hundredths of a second, whatever its internal clock. */
const TICKS_PER_SECOND = 100;

/**
 * Fields 11 and 12 are the user and system time of the process, 13 and 14 those of its ended and
 * reaped children.
 */
function readSeconds(pid, end) {
  const ticks = statFields(pid).slice(11, end);
  return ticks.reduce((sum, it) => sum + Number(it), 0) / TICKS_PER_SECOND;
}

/**
 * Returns the CPU seconds of the process alone, with all of its threads. @throws Error if it has
 * ended, or without /proc
 */
export function ownCpuSeconds(pid) {
  return readSeconds(pid, 13);
}

/**
 * Returns the CPU seconds of the process and its descendants, including ended ones; undefined
 * without /proc.
 */
export function treeCpuSeconds(rootPid) {
  try {
    readSeconds(rootPid, 15);
  } catch {
    return undefined;
  }
  return listTree(rootPid).reduce((sum, pid) => sum + secondsOrNone(pid), 0);
}

/** The process may have ended since the list was read. */
function secondsOrNone(pid) {
  try {
    return readSeconds(pid, 15);
  } catch {
    return 0;
  }
}
