/**
 * Keeps a process running: restarts it when it exits unexpectedly, quickly if it had lived for a
 * while, slowly if it keeps failing.
 */
import { hasEnded } from "./children.mjs";
import { stopProcess } from "./processes.mjs";

const RESTART_MS = 200;
const RESTART_MS_MAX = 10_000;
/** A process that lived this long was killed or hit something new; its next start need not wait. */
const LIVED_MS = 5_000;

function describeEnd(child) {
  return child.signalCode ? `was ended by ${child.signalCode}` : `ended with exit code ${child.exitCode}`;
}

/**
 * Watches the child returned by `start()` and restarts it when it ends. `say` gets one sentence for
 * each exit. Returns `{ stop, ends }`: `stop` ends the child permanently, `ends` counts its
 * unexpected exits.
 */
export function supervise({ name, start, say, child: first }) {
  let child = first;
  let begun = Date.now();
  let delayMs = RESTART_MS;
  let timer;
  let stopped = false;
  let ends = 0;

  const watch = () => {
    if (hasEnded(child)) onEnd();
    else child.once("exit", onEnd);
  };
  const onEnd = () => {
    if (stopped) return;
    ends += 1;
    delayMs = Date.now() - begun > LIVED_MS ? RESTART_MS : Math.min(delayMs * 2, RESTART_MS_MAX);
    say(`${name} ${describeEnd(child)}; starting it again in ${delayMs / 1000} s`);
    timer = setTimeout(restart, delayMs);
  };
  const restart = async () => {
    begun = Date.now();
    try {
      child = await start();
    } catch (error) {
      say(`${name}: ${error.message}`);
      timer = setTimeout(restart, RESTART_MS_MAX);
      return;
    }
    if (stopped) await stopProcess(child.pid);
    else watch();
  };

  watch();
  return {
    ends: () => ends,
    async stop(options) {
      stopped = true;
      clearTimeout(timer);
      if (child.pid && !hasEnded(child)) await stopProcess(child.pid, options);
    },
  };
}
