/**
 * Several web processes on one port: the first one starts the others, restarts those that end, and
 * relays their messages to each other.
 */
import cluster from "node:cluster";
import { once } from "node:events";
import { availableParallelism } from "node:os";

const PROCESSES_MAX = 64;
const RESTART_MS = 1_000;
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 };
/**
 * Longer than a web process takes to finish requests in progress
 * (lib/fronts/machine-api/web-server.ts).
 */
const STOP_MS_MAX = 15_000;
/** Longer than a web process takes to retire and then to stop. */
const RETIRE_MS_MAX = 20_000;
const LISTEN_MS_MAX = 60_000;

/**
 * Returns how many web processes to run: `WEB_PROCESSES`, else one per core, and one in the
 * sandbox.
 * @throws Error if the setting is not a whole number from 1 to 64
 */
export function webProcesses({ WEB_PROCESSES: setting, SANDBOX } = process.env, cores = availableParallelism()) {
  if (!setting) return SANDBOX === "true" ? 1 : Math.min(cores, PROCESSES_MAX);
  const count = Number(setting);
  if (Number.isInteger(count) && count >= 1 && count <= PROCESSES_MAX) return count;
  throw new Error(`WEB_PROCESSES: a whole number from 1 to ${PROCESSES_MAX}, not ${setting}`);
}

/**
 * Runs this program `count` times and stays their parent. `onReady` is called once all of them
 * listen. A process that ends is restarted; one that ends before all of them listened ends all,
 * because the next one would fail too. A message from one process is sent to all others.
 *
 * On SIGHUP each process is replaced by a new one, one after the other: the new one runs what is in
 * the folder of this program by then, or where a symbolic link in its path leads. The old one gets
 * SIGUSR2 when the new one listens. If a new one cannot start, or does not listen within
 * `listenMsMax`, the old ones go on. An old one that has not ended after `retireMsMax` is killed.
 */
export function runCluster(count, onReady, { listenMsMax = LISTEN_MS_MAX, retireMsMax = RETIRE_MS_MAX } = {}) {
  let [exitCode, listening] = [null, 0];
  const endIfAlone = () => Object.keys(cluster.workers).length === 0 && process.exit(exitCode);
  const stop = (signal, code) => {
    if (exitCode !== null) return;
    exitCode = code;
    // If the last process ends before its channel is closed, it still counts as there, and this one
    // ends by itself.
    process.exitCode = code;
    for (const worker of Object.values(cluster.workers)) worker.process.kill(signal);
    setTimeout(() => process.exit(code), STOP_MS_MAX).unref();
    endIfAlone();
  };
  cluster.on("listening", () => {
    listening += 1;
    if (listening === count) onReady();
  });
  cluster.on("message", (from, message) => {
    for (const worker of Object.values(cluster.workers))
      if (worker !== from && worker.isConnected()) worker.send(message);
  });
  cluster.on("exit", (worker, code, signal) => {
    if (exitCode !== null) return endIfAlone();
    if (listening < count) return stop("SIGTERM", code || 1);
    if (worker.isReplaced) return;
    console.error(`a web process ended (${signal ?? code}), another is started`);
    setTimeout(() => exitCode === null && cluster.fork(), RESTART_MS);
  });
  let reloading = Promise.resolve();
  process.on("SIGHUP", () => {
    reloading = reloading.then(() => replaceAll({ isStopping: () => exitCode !== null, listenMsMax, retireMsMax }));
  });
  for (const [signal, code] of Object.entries(EXIT_CODES)) process.on(signal, () => stop(signal, code));
  for (let number = 0; number < count; number += 1) cluster.fork();
}

/** Replaces the processes that run now, and starts none once it is stopping. Never rejects. */
async function replaceAll({ isStopping, listenMsMax, retireMsMax }) {
  for (const old of Object.values(cluster.workers)) {
    if (isStopping()) return;
    if (old.isDead()) continue;
    const next = cluster.fork();
    // Whichever of the two ends meanwhile, nobody else starts one in its place.
    old.isReplaced = true;
    next.isReplaced = true;
    const hasStarted = await listens(next, listenMsMax);
    if (isStopping()) return;
    if (!hasStarted) {
      console.error("a new web process could not start; the earlier ones go on");
      next.process.kill("SIGKILL");
      old.isReplaced = false;
      if (old.isDead()) cluster.fork();
      return;
    }
    next.isReplaced = false;
    if (!old.isDead()) await retire(old, retireMsMax);
  }
  if (!isStopping()) console.log("every web process was replaced");
}

/** Whether it listens within `ms`; false if it ends before. */
function listens(worker, ms) {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms);
    const settle = (isListening) => {
      clearTimeout(timer);
      resolve(isListening);
    };
    worker.once("listening", () => settle(true));
    worker.process.once("exit", () => settle(false));
  });
}

/** Ends it gently, and after `ms` in any case. */
async function retire(worker, ms) {
  const ended = once(worker.process, "exit");
  worker.process.kill("SIGUSR2");
  const timer = setTimeout(() => worker.process.kill("SIGKILL"), ms);
  await ended;
  clearTimeout(timer);
}
