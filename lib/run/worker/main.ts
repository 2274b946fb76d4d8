import { parseRoles } from "@/lib/kernel/worker-roles";
import { startWorker } from "@/lib/run/worker/start-worker";

/**
 * `npm run worker [-- --only watch,settle,send,webhooks]`: one worker process, for everything or
 * for some of it. Any number may run, as long as each role has one.
 */
const STOP_LIMIT_MS = 25_000;

const starting = (async () =>
  startWorker(parseRoles(process.argv.slice(2)), (error) => void stop(error).catch(fail)))();

let isStopping = false;

/**
 * A worker that is stopped while starting finishes its start first, so that nothing is left half
 * done. With a fault it exits with code 1, so that its supervisor starts another one.
 */
async function stop(fault?: Error): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
  const worker = await starting;
  await worker.stop();
  if (fault !== undefined) return fail(fault);
  process.exit(0);
}

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

process.on("SIGTERM", () => void stop().catch(fail));
process.on("SIGINT", () => void stop().catch(fail));
starting.catch(fail);
