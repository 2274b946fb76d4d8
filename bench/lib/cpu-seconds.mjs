/** CPU time of processes, as Linux counts it. */
import { listTree } from "../../scripts/lib/process-tree.mjs";
import { statFields } from "../../scripts/lib/processes.mjs";

/** Linux gives these times in hundredths of a second, whatever its own clock. */
const TICKS_PER_SECOND = 100;

/**
 * User and system time of the process are fields 11 and 12, those of ended children that it has
 * waited for 13 and 14.
 */
function readSeconds(pid, end) {
  const ticks = statFields(pid).slice(11, end);
  return ticks.reduce((sum, it) => sum + Number(it), 0) / TICKS_PER_SECOND;
}

/**
 * Seconds of the process alone, all of its threads. @throws Error when it has ended, or where there
 * is no /proc
 */
export function ownCpuSeconds(pid) {
  return readSeconds(pid, 13);
}

/**
 * Seconds of the process and its descendants, ended ones included; undefined where there is no
 * /proc.
 */
export function treeCpuSeconds(rootPid) {
  try {
    readSeconds(rootPid, 15);
  } catch {
    return undefined;
  }
  return listTree(rootPid).reduce((sum, pid) => sum + secondsOrNone(pid), 0);
}

/** It may have ended since the list was read. */
function secondsOrNone(pid) {
  try {
    return readSeconds(pid, 15);
  } catch {
    return 0;
  }
}
