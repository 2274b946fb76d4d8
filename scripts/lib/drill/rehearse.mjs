/**
 * A whole disaster: a gateway takes payments and sends payouts, is backed up, goes on, and loses
 * its database; a moment is restored, and the report lists what the database does not know since.
 */
import { join } from "node:path";
import { PROCESS_ROLES } from "../database-roles.mjs";
import { migrateDatabase } from "../migrations.mjs";
import { findFreePort } from "../ports.mjs";
import { createPassword, stopPostgres } from "../postgres.mjs";
import { startSandboxChains } from "../sandbox-chains.mjs";
import { createTempFolder, removeTempFolder } from "../temp-folder.mjs";
import { withClient } from "../with-client.mjs";
import { openArchiveStore } from "./archive-store.mjs";
import { digestTables, listSince } from "./facts.mjs";
import { createSecrets, openGateway } from "./gateway.mjs";
import { createLoad, NETWORK } from "./load.mjs";
import { openPgbackrestStore } from "./pgbackrest-store.mjs";
import { readReport, untilScanned } from "./report.mjs";

export const METHODS = { archive: openArchiveStore, pgbackrest: openPgbackrestStore };

/** Takes payments until the moment that is restored: then nothing is on its way but one payout. */
async function liveUntilTheMoment(run, client) {
  const { gateway, merchant, store, server, say } = run;
  const load = createLoad(run, client);
  await gateway.start(merchant);
  await load.paidInvoices(40, 30, 20);
  await load.payout(3);
  await load.settleDown();
  if (store.keepsLog) {
    say(await store.backUp(server.url, "full"));
    await gateway.start(merchant);
    await load.paidInvoices(10);
    await load.payout(2);
    say(await store.backUp(server.url, "diff"));
    await load.paidInvoices(5);
    await load.settleDown();
  }
  const open = await load.invoice(15);
  const queued = await load.payout(4);
  await gateway.stop();
  const { rows } = await client.query("SELECT clock_timestamp()::text AS at");
  const moment = { at: rows[0].at, open, queued, tables: await digestTables(client) };
  if (!store.keepsLog) say(await store.backUp(server.url));
  return moment;
}

/** What will be lost: payments to an address of before and to new ones, and payouts. */
async function liveAfterTheMoment(run, client, { at, open }) {
  const load = createLoad(run, client);
  await run.gateway.start(run.merchant);
  await load.pay(open);
  await load.untilPaid(open);
  await load.paidInvoices(12, 7);
  await load.invoice(25);
  await load.payout(6);
  await load.settleDown();
  await run.gateway.stop();
  return listSince(client, at);
}

/** Returns the names of the tables whose rows are not those of the moment. */
function differingTables(tables, restored, ignored) {
  const names = new Set([...tables.keys(), ...restored.keys()]);
  return [...names].filter((name) => !ignored.includes(name) && tables.get(name) !== restored.get(name));
}

async function restoreTheMoment(run, { at, tables }) {
  const { store, secrets, say } = run;
  const server = await store.restore(at);
  const restored = await withClient(server.url, digestTables);
  const differing = differingTables(tables, restored, store.marked);
  const { applied } = await migrateDatabase(server.url, secrets.secretKey, PROCESS_ROLES, { isStopped: true });
  say(await store.mark(server.url));
  return { server, state: { tables: tables.size - store.marked.length, differing, applied } };
}

async function rehearseWith(run) {
  const { store, secrets, programs, say, networks, folder } = run;
  const server = await store.start();
  await migrateDatabase(server.url, secrets.secretKey, PROCESS_ROLES, { isStopped: true });
  const port = await findFreePort();
  const gateway = openGateway({ folder, programs, networks, urlOf: server.urlOf, port, secrets });
  run.stops.push(() => gateway.stop());
  const chain = networks[NETWORK];
  const living = { ...run, server, gateway, chain, merchant: await gateway.seed() };
  say("taking payments, sending payouts");
  const { moment, lost } = await withClient(server.url, async (client) => {
    const at = await liveUntilTheMoment(living, client);
    say(`the moment is ${at.at}; going on`);
    return { moment: at, lost: await liveAfterTheMoment(living, client, at) };
  });
  await store.flush();
  await store.destroy();
  say("the database is destroyed; restoring");
  const { server: second, state } = await restoreTheMoment(living, moment);
  say("scanning the chain again");
  const report = await withClient(second.url, async (client) => {
    await gateway.start(living.merchant);
    await untilScanned(client, lost);
    return readReport({ ...living, moment, lost, state }, client);
  });
  if (store.keepsLog) say(await store.backUp(second.url, "full"));
  return report;
}

/**
 * @param method a key of METHODS
 * @param programs the built files `{ api, worker, seed, audit }`
 * @param say gets each sentence about the progress
 * @returns the report (report.mjs)
 */
export async function rehearse({ method, programs, say }) {
  const stops = [];
  const stopAll = async () => {
    while (stops.length > 0) await stops.pop()();
  };
  const onSignal = () => void stopAll().finally(() => process.exit(1));
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, onSignal);
  try {
    const folder = await createTempFolder("chaintill-rehearsal-", (left) => stopPostgres(join(left, "postgres")));
    stops.push(async () => removeTempFolder(folder));
    const password = createPassword();
    const processes = Object.fromEntries(Object.values(PROCESS_ROLES).map((name) => [name, password]));
    const secrets = createSecrets();
    const port = await findFreePort();
    const store = METHODS[method]({ folder, password, processes, port, secrets });
    stops.push(() => stopPostgres(join(folder, "postgres")));
    const places = { folder: join(folder, "chains"), logFolder: folder };
    const chains = await startSandboxChains({ ...places, codes: [NETWORK] });
    stops.push(chains.stop);
    return await rehearseWith({ folder, store, secrets, programs, say, stops, networks: chains.networks });
  } finally {
    await stopAll();
    for (const signal of ["SIGINT", "SIGTERM"]) process.removeListener(signal, onSignal);
  }
}
