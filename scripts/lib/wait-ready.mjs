/** Waits until the gateway reports that it is ready. */
import { setTimeout as pause } from "node:timers/promises";
import { StepError } from "./steps.mjs";

const READY_TIMEOUT_MS = 90_000;
/** A single failure may be an accident, or somebody testing whether it comes back. */
const FAILURES_MAX = 2;

/**
 * All networks are on this machine, so all must be scanned: one that lags would refuse the first
 * payment.
 */
function isAllOk(body) {
  const { ready, checks = {} } = JSON.parse(body);
  return ready === true && Object.values(checks).every(({ ok }) => ok);
}

async function askReady(baseUrl) {
  try {
    const response = await fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(5_000) });
    const body = await response.text();
    return { ready: response.status === 200 && isAllOk(body), answer: `${response.status} ${body.slice(0, 2_000)}` };
  } catch (error) {
    return { ready: false, answer: error.cause?.code ?? error.message };
  }
}

/**
 * Polls /readyz. `readProcesses()` returns `[{ name, failures, logFile }]`; one that keeps ending
 * fails the step.
 * @throws StepError with the last response, or with the log of the process that ended
 */
export async function waitUntilReady(baseUrl, readProcesses) {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    const { ready, answer } = await askReady(baseUrl);
    if (ready) return;
    const ended = readProcesses().find(({ failures }) => failures >= FAILURES_MAX);
    if (ended) {
      throw new StepError(`The ${ended.name} process keeps ending before the gateway is ready`, {
        logFile: ended.logFile,
        advice: "The log says why. A setting in your environment may be wrong: it is named there.",
      });
    }
    if (Date.now() > deadline) {
      throw new StepError(`The gateway was not ready after ${READY_TIMEOUT_MS / 1000} s; /readyz said: ${answer}`, {
        logFile: readProcesses()[0]?.logFile,
        advice: "Look at the logs in the data folder, then start again.",
      });
    }
    await pause(100);
  }
}
