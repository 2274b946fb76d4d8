/**
 * The steps from a fresh clone to a running gateway. Each can be repeated: it does only what is
 * missing.
 */
import { join } from "node:path";
import { clearDataFolder, realNetworksIn, rememberRealNetworks } from "./data-folder.mjs";
import { PROCESS_ROLES } from "./database-roles.mjs";
import { createDoneList, hashMigrations, hashSeedInput } from "./done-list.mjs";
import { createEnvironments, SANDBOX_RATES } from "./environments.mjs";
import { startGateway } from "./gateway-processes.mjs";
import { installPackages, withRepositoryLock } from "./install.mjs";
import { ROOT, readJson, writeJson } from "./paths.mjs";
import { holdPort } from "./ports.mjs";
import { startPostgres, stopPostgres } from "./postgres.mjs";
import { allSteps, runCommand } from "./run-command.mjs";
import { stopLeftovers } from "./run-record.mjs";
import { ensureSecrets } from "./secrets.mjs";
import { runStep, StepError } from "./steps.mjs";
import { supervise } from "./supervise.mjs";
import { waitForServices } from "./wait-services.mjs";

const node = (script, ...args) => [process.execPath, join(ROOT, script), ...args];

/**
 * Holds the gateway's port until it starts: a chain or a connection that takes any free port would
 * otherwise take this one during the build. Returns a function that releases it.
 */
async function takePort(session, port) {
  const release = await holdPort(port).catch(() => {
    throw new StepError(`Port ${port} is in use by another program`, {
      advice: `Stop that program, or choose another port: npm run up -- --port ${port === 65_535 ? 3000 : port + 1}`,
    });
  });
  let released;
  const releaseOnce = () => (released ??= release());
  await session.own("port", releaseOnce);
  return releaseOnce;
}

async function cleanUp({ paths }, { fresh }) {
  const stopped = await stopLeftovers(paths);
  await stopPostgres(paths.postgres);
  if (fresh) clearDataFolder(paths, process.env);
  return stopped.length > 0 ? `stopped what an earlier start left: ${stopped.join(", ")}` : undefined;
}

async function startDatabase(session, secrets) {
  const given = process.env.DATABASE_URL;
  if (given) return { url: given, webUrl: given, workerUrl: given, isNew: true };
  const { postgresPort } = session.paths;
  const server = await startPostgres({
    dataDir: session.paths.postgres,
    password: secrets.postgresPassword,
    processes: { [PROCESS_ROLES.web]: secrets.webPassword, [PROCESS_ROLES.worker]: secrets.workerPassword },
    port: readJson(postgresPort)?.port,
    logFile: join(session.paths.logs, "postgres.log"),
  });
  await session.own("postgres", server.stop);
  session.record("postgres", server);
  server.child.once("exit", () =>
    session.fail("The database server ended on its own", join(session.paths.logs, "postgres.log")),
  );
  writeJson(postgresPort, { port: server.port });
  return { ...server, webUrl: server.urlOf(PROCESS_ROLES.web), workerUrl: server.urlOf(PROCESS_ROLES.worker) };
}

async function migrate(databaseUrl, secrets, paths) {
  await runCommand(node("scripts/migrate.mjs", "--stopped"), {
    env: { ...process.env, DATABASE_URL: databaseUrl, SECRET_KEY: process.env.SECRET_KEY || secrets.secretKey },
    logFile: join(paths.logs, "migrate.log"),
    failure: "The database could not be migrated",
    advice: process.env.DATABASE_URL
      ? "Check DATABASE_URL: the server must run, and the user must own the database."
      : "If this data folder is from another version, use that version or another folder: --data DIR.",
  });
}

async function startChains(session, codes, say) {
  const { startSandboxChains } = await import("./sandbox-chains.mjs");
  const { chains, logs, networks, realNetworks } = session.paths;
  const places = { folder: chains, logFolder: logs, real: readJson(realNetworks) };
  const sandbox = await startSandboxChains({ ...places, codes, onSpawn: session.record });
  const guards = Object.entries(sandbox.nodes).map(([code, { child, restart, close }]) => {
    const guard = supervise({ name: `chain-${code}`, child, start: restart, say });
    return async () => {
      await guard.stop({ timeoutMs: 20_000 });
      await close?.();
    };
  });
  // None depends on another, so they stop in parallel: each takes a second to save its state.
  await session.own("chains", async () => void (await Promise.all(guards.map((stop) => stop()))));
  writeJson(networks, { networks: sandbox.networks });
  return sandbox;
}

/** In this process: it ends with `up`, and until the next start nobody requests a price from it. */
async function startRateSources(session) {
  const { startRateServer } = await import("./rate-server.mjs");
  const server = await startRateServer(process.env.RATES_FILE || SANDBOX_RATES);
  await session.own("rate sources", server.stop);
  return server.url;
}

async function build(paths) {
  await runCommand(node("scripts/build.mjs"), {
    logFile: join(paths.logs, "build.log"),
    failure: "The build failed",
    advice:
      "If you have changed sources, npm run check shows what is wrong. Else: rm -rf .next dist node_modules and start again.",
  });
}

async function seed(environments, paths) {
  await runCommand(node("dist/seed.mjs"), {
    env: environments.seed,
    logFile: join(paths.logs, "seed.log"),
    failure: "The demo merchant could not be created",
    advice: "The log says why. --fresh starts with an empty data folder.",
  });
  if (!readJson(paths.seedResult)?.merchant)
    throw new StepError(`${paths.seedResult} was not written`, { logFile: join(paths.logs, "seed.log") });
}

/**
 * Runs every step and returns the content of sandbox.json. @throws StepError at the first one that
 * fails
 */
export async function bringUp(session, options, say) {
  const { paths } = session;
  const step = async (name, work, place) => {
    session.ensureRunning();
    return runStep(name, work, place);
  };
  const stepBeside = (name, work) => step(name, work, { beside: true });
  let releasePort;
  await step("data folder", async () => {
    const note = await cleanUp(session, options);
    releasePort = await takePort(session, options.port);
    return note;
  });
  rememberRealNetworks(paths, realNetworksIn(process.env));
  await step("packages", () =>
    withRepositoryLock(() => installPackages(join(paths.logs, "install.log"), { tests: false })),
  );
  const secrets = ensureSecrets(paths);
  const prepareDatabase = async () => {
    const database = await stepBeside("database", () => startDatabase(session, secrets));
    // A user-provided server counts as new each time: another program may have changed its content.
    const done = createDoneList(paths.done, database.isNew || !readJson(paths.seedResult)?.merchant);
    await stepBeside("migrations", () =>
      done.unlessDone("migrations", hashMigrations(database.url), () => migrate(database.url, secrets, paths)),
    );
    return { database, done };
  };
  const [{ database, done }, { networks, notes }, rateSourcesUrl] = await allSteps([
    prepareDatabase(),
    stepBeside("sandbox chains", () => startChains(session, options.chains, say)),
    stepBeside("rate sources", () => startRateSources(session)),
    stepBeside("build", () => withRepositoryLock(() => build(paths))),
  ]);
  for (const note of notes) console.log(`  (${note})`);
  const { baseUrl, port, workers } = options;
  const { webUrl, workerUrl } = database;
  const places = { paths, webUrl, workerUrl, baseUrl, port, networks, rateSourcesUrl };
  const environments = createEnvironments({ ...places, secrets });
  await step("demo merchant", () =>
    done.unlessDone("seed", hashSeedInput(database.url, paths), () => seed(environments, paths)),
  );
  const accounts = readJson(paths.seedResult);
  await step("web and worker", async () => {
    await releasePort();
    await startGateway(session, { environments, workers, baseUrl: options.localUrl, say });
    await waitForServices(options.localUrl, accounts.merchant, networks);
  });
  const description = { baseUrl, database: database.url, ...accounts, networks };
  writeJson(paths.sandbox, description);
  return description;
}
