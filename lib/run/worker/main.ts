import { startWorker } from "@/lib/run/worker/start-worker";

/** `npm run worker`: one worker process; start as many as you like. */
const STOP_LIMIT_MS = 25_000;

const starting = startWorker();

let isStopping = false;

/**
 * A worker that is stopped while starting finishes its start first, so that nothing is left half
 * done.
 */
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
  const worker = await starting;
  await worker.stop();
  process.exit(0);
}

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

process.on("SIGTERM", () => void stop().catch(fail));
process.on("SIGINT", () => void stop().catch(fail));
starting.catch(fail);
