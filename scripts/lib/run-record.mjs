/**
 * The processes on a data folder: the lock of the running `up`, and the list of its children, which
 * survives if it is killed.
 */
import { linkSync, rmSync } from "node:fs";
import { readJson, writeJson } from "./paths.mjs";
import { isAlive, startStamp, stopProcess } from "./processes.mjs";
import { StepError } from "./steps.mjs";

function isSameProcess(record) {
  return Number.isInteger(record?.pid) && isAlive(record.pid) && startStamp(record.pid) === record.stamp;
}

/**
 * Identifies a process by id and start, so that a later process with the same id is not mistaken
 * for it.
 */
export function processRecord(pid) {
  return { pid, stamp: startStamp(pid) };
}

/**
 * Takes the lock or throws with the record of the living holder as `holder`. Replaces a lock whose
 * holder has ended. Returns the function that releases it.
 */
export function takeLock(lockFile, facts = {}) {
  const draft = `${lockFile}.${process.pid}`;
  writeJson(draft, { ...processRecord(process.pid), ...facts });
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        linkSync(draft, lockFile);
        break;
      } catch (error) {
        if (error.code !== "EEXIST" || attempt > 3) throw error;
      }
      const holder = readJson(lockFile);
      if (isSameProcess(holder)) throw Object.assign(new Error("locked"), { holder });
      rmSync(lockFile, { force: true });
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => {
    if (readJson(lockFile)?.pid === process.pid) rmSync(lockFile, { force: true });
  };
}

/** Allows one `up` per data folder. @throws StepError that names the URL of the running one */
export function lockDataFolder(paths, facts) {
  try {
    return takeLock(paths.lock, facts);
  } catch (error) {
    if (!error.holder) throw error;
    throw new StepError(
      `The gateway already runs on ${paths.root}: ${error.holder.baseUrl} (process ${error.holder.pid})`,
      {
        advice: "Use it, stop it with Ctrl-C there, or name another folder and port: --data DIR --port N.",
      },
    );
  }
}

/** Maintains DIR/children.json: `[{ name, pid, stamp }]`, in the order of starting. */
export function createChildList(paths) {
  let list = [];
  return {
    add(name, pid) {
      list = [...list.filter((entry) => entry.name !== name), { name, ...processRecord(pid) }];
      writeJson(paths.children, list);
    },
    clear() {
      list = [];
      rmSync(paths.children, { force: true });
    },
  };
}

/**
 * Stops what a killed start left running, the last started first. Returns the names of what was
 * stopped.
 */
export async function stopLeftovers(paths) {
  const left = (readJson(paths.children) ?? []).filter(isSameProcess).reverse();
  for (const { name, pid } of left) {
    await stopProcess(pid, name === "postgres" ? { signal: "SIGINT", force: "SIGQUIT" } : { timeoutMs: 15_000 });
  }
  rmSync(paths.children, { force: true });
  return left.map(({ name }) => name);
}
