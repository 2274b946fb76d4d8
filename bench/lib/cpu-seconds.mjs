/** CPU time of a process and all that it has started, as Linux counts it. */
import { readdirSync, readFileSync } from "node:fs";

/** Linux gives these times in hundredths of a second, whatever its own clock. */
const TICKS_PER_SECOND = 100;

/** Fields of /proc/PID/stat after the command name: parent, then user and system time, its own and that of children it has waited for. */
function readStat(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { pid, parent: Number(fields[1]), ticks: fields.slice(11, 15).reduce((sum, it) => sum + Number(it), 0) };
  } catch {
    // It has ended since the folder was read.
    return undefined;
  }
}

/** Seconds of the process `rootPid` and its descendants, ended ones included; undefined where there is no /proc. */
export function readCpuSeconds(rootPid) {
  let pids;
  try {
    pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return undefined;
  }
  const all = pids.map((pid) => readStat(Number(pid))).filter((stat) => stat !== undefined);
  const below = (pid) =>
    all.filter(({ parent }) => parent === pid).reduce((sum, stat) => sum + stat.ticks + below(stat.pid), 0);
  return ((all.find(({ pid }) => pid === rootPid)?.ticks ?? 0) + below(rootPid)) / TICKS_PER_SECOND;
}
