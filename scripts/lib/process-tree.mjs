/** A process with all its descendants, from /proc if it exists. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { statFields } from "./processes.mjs";

const NS_PER_MS = 1e6;

/** Returns `[pid, parent's pid]` of every process. */
function listParents() {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        try {
          return [[Number(name), Number(statFields(name)[1])]];
        } catch {
          // The process has ended since the folder was read.
          return [];
        }
      });
  } catch {
    const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
    return lines.map((line) => line.trim().split(/\s+/).map(Number));
  }
}

function readOrEmpty(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** Returns the ids of a process and of its descendants, itself first. */
export function listTree(pid) {
  const parents = listParents();
  const tree = [pid];
  // The list grows while it is iterated.
  for (const id of tree) for (const [child, parent] of parents) if (parent === id) tree.push(child);
  return tree;
}

/**
 * Returns for how many milliseconds the threads of these processes have been ready to run without a
 * CPU to run on; 0 where this is not counted.
 */
export function readStarvedMs(pids) {
  let sum = 0;
  for (const pid of pids) {
    let threads = [];
    try {
      threads = readdirSync(`/proc/${pid}/task`);
    } catch {
      // The process has ended, or this machine has no /proc.
    }
    for (const thread of threads)
      sum += Number(readOrEmpty(`/proc/${pid}/task/${thread}/schedstat`).split(" ")[1] ?? 0);
  }
  return sum / NS_PER_MS;
}

/** Kills a process and its descendants at once. */
export function killTree(pid) {
  for (const id of listTree(pid)) {
    try {
      process.kill(id, "SIGKILL");
    } catch (error) {
      if (error.code !== "ESRCH") throw error;
    }
  }
}
