/**
 * Keeps a process running: when it ends on its own it is started again, faster when it had lived,
 * slower when it keeps failing.
 */
import { hasEnded } from "./children.mjs";
import { stopProcess } from "./processes.mjs";

const RESTART_MS = 200;
const RESTART_MS_MAX = 10_000;
/** A process that lived this long was killed or met something new; its next start need not wait. */
const LIVED_MS = 5_000;

function describeEnd(child) {
  return child.signalCode ? `was ended by ${child.signalCode}` : `ended with exit code ${child.exitCode}`;
}

/**
 * Watches the child that `start()` gave and starts it again when it ends. `say` gets one sentence
 * for each end. Answers `{ stop, ends }`: `stop` ends the child for good, `ends` counts how often
 * it ended on its own.
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
