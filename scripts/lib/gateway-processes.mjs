/** The web part and the workers: started together and supervised. */
import { join } from "node:path";
import { spawnChild } from "./children.mjs";
import { ROOT } from "./paths.mjs";
import { supervise } from "./supervise.mjs";
import { waitUntilReady } from "./wait-ready.mjs";
import { WORKER_FLAGS } from "./worker-flags.mjs";

function describeProcesses({ environments, paths, workers }) {
  const worker = (number) => ({
    name: number === 1 ? "worker" : `worker-${number}`,
    command: process.execPath,
    args: [...WORKER_FLAGS, join(ROOT, "dist/worker.mjs")],
    env: environments.worker,
  });
  const web = {
    name: "web",
    command: process.execPath,
    args: [join(ROOT, "scripts/start-web.mjs")],
    env: environments.web,
  };
  const all = [...Array.from({ length: workers }, (_, index) => worker(index + 1)), web];
  return all.map((entry) => ({ ...entry, logFile: join(paths.logs, `${entry.name}.log`) }));
}

/**
 * Starts the workers and the web part, waits until the gateway is ready, and from then on restarts
 * whatever exits. The session stops them: web first, so that no new requests arrive, then the
 * workers.
 */
export async function startGateway(session, { environments, workers, baseUrl, say }) {
  const processes = describeProcesses({ environments, paths: session.paths, workers });
  const start = (description) => {
    const child = spawnChild(description);
    session.record(description.name, child);
    return child;
  };
  const started = [];
  for (const description of processes) {
    const guard = supervise({
      name: description.name,
      start: async () => start(description),
      say,
      child: start(description),
    });
    started.push({ ...description, guard });
    await session.own(description.name, () => guard.stop());
  }
  await waitUntilReady(baseUrl, () =>
    started.map(({ name, logFile, guard }) => ({ name, logFile, failures: guard.ends() })),
  );
}
