import { startWorker } from "@/lib/worker/start-worker";

/** `npm run worker`: one worker process; start as many as wanted. */
const STOP_LIMIT_MS = 25_000;

let isStopping = false;

try {
  const worker = await startWorker();
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    await worker.stop();
    process.exit(0);
  };
  process.on("SIGTERM", () => void stop());
  process.on("SIGINT", () => void stop());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
