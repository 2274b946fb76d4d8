/** Finds processes of a test run in which nothing has started or ended for too long. */
import { listTree, readStarvedMs } from "./process-tree.mjs";

/** A machine may be five times slower than an idle one before its tests count as hanging. */
const STARVED_SHARE_MAX = 0.8;

/**
 * `look(entries)` is called about once a second with what runs now, and returns the entries that
 * hang: those whose step has been the same for `limitOf(entry)` milliseconds. Time during which a
 * process or its children were ready to run and had no CPU does not count.
 */
export function createTestWatchdog({ limitOf, now = performance.now.bind(performance), starvedMs = readStarvedTree }) {
  const watched = new Map();

  const ageOf = (entry) => {
    const seen = { at: now(), starved: starvedMs(entry.pid) };
    const before = watched.get(entry.pid);
    if (before === undefined || before.step !== entry.step) {
      watched.set(entry.pid, { ...seen, step: entry.step, ageMs: 0 });
      return 0;
    }
    const passed = seen.at - before.at;
    // Negative when a child has ended.
    const starved = Math.max(0, seen.starved - before.starved);
    const ageMs = before.ageMs + passed - Math.min(starved, passed * STARVED_SHARE_MAX);
    watched.set(entry.pid, { ...before, ...seen, ageMs });
    return ageMs;
  };

  return {
    look(entries) {
      const pids = new Set(entries.map(({ pid }) => pid));
      for (const pid of watched.keys()) if (!pids.has(pid)) watched.delete(pid);
      return entries.filter((entry) => ageOf(entry) >= limitOf(entry));
    },
  };
}

function readStarvedTree(pid) {
  return readStarvedMs(listTree(pid));
}
