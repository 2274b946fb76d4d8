import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDriver } from "@/lib/chains/registry/create-driver";
import { database } from "@/lib/kernel/db";
import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";
import { driverConfigOf } from "@/lib/pricing/catalog/driver-config";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { driveSends } from "@/lib/run/worker/drive-sends";
import { eachNetwork } from "@/lib/run/worker/every";
import { listenForSends } from "@/lib/run/worker/listen-for-sends";
import { until } from "@/lib/run/worker/testing/observe";
import { watchNetwork } from "@/lib/run/worker/watch-network";
import { createEngine, type Engine } from "@/lib/sending/sends/engine";
import { expectSettledBooks, openSendRig, type SendRig } from "@/lib/sending/sends/testing/send-rig";
import { createSend, ownSends, sendRow } from "@/lib/sending/sends/testing/test-owner";

/**
 * Two networks in one worker: the node of one responds, that of the other accepts every request and
 * never responds.
 */

const SENDS = 8;
const LIMIT_MS = 300;
const POLL_MS = 50;

let rig: SendRig;
let server: Server;
let asked = 0;
let networks: { readonly network: CatalogNetwork; readonly engine: Engine }[];

beforeAll(async () => {
  rig = await openSendRig();
  ownSends();
  server = createServer(() => {
    asked += 1;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the silent node has no port");
  const silent = await openNetwork("bsc", await rig.engine(), `http://127.0.0.1:${address.port}`);
  networks = [silent, await openNetwork("eth", await rig.engine())];
});
afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
  await rig?.stop();
});

async function openNetwork(code: string, engine: Engine, url: string | null = null) {
  const catalog = await loadCatalog();
  const network = catalog.network(code);
  if (network === null) throw new Error(`no ${code}`);
  if (url === null) return { network, engine };
  const driver = await createDriver(driverConfigOf(catalog, code, [url]));
  const { hotAddress, findSigner, timing } = engine;
  return { network, engine: createEngine({ networkCode: code, driver, hotAddress, findSigner, timing }) };
}

/** Runs the tasks until the check passes, and ends all of them. */
async function during(start: (signal: AbortSignal) => Promise<unknown>[], check: () => Promise<void>): Promise<void> {
  const stopping = new AbortController();
  const running = start(stopping.signal);
  try {
    await until(check);
  } finally {
    stopping.abort(new Error("the worker stops"));
    await Promise.all(running);
  }
}

test("a silent node delays no other network: the other one scans, sends and settles as if it were alone", async () => {
  const stuck = await createSend({ networkCode: "bsc" });
  const sends = await Promise.all(Array.from({ length: SENDS }, () => createSend()));
  const before = asked;
  await during(
    (signal) => {
      const wakeUps = listenForSends(signal);
      const drive = networks.map(({ engine, network }) => driveSends(engine, network, wakeUps, signal));
      const watch = networks.map(({ engine, network }) =>
        watchNetwork(
          { driver: engine.driver, network: { ...network, needsSecondNode: false }, witnesses: [engine.driver] },
          async () => POLL_MS,
          signal,
        ),
      );
      return [...drive, ...watch, wakeUps.ended];
    },
    async () => {
      for (const { id } of sends) expect((await sendRow(id)).status).toBe("confirmed");
      expect(asked).toBeGreaterThan(before);
    },
  );
  expect(await sendRow(stuck.id)).toMatchObject({ status: "queued", outgoingId: null });
  await database().send.update({ where: { id: stuck.id }, data: { status: "cancelled", finalAt: new Date() } });
  await expectSettledBooks(rig);
});

test("a send step blocked by a node ends at its time limit, and the next one queries again", async () => {
  const { id } = await createSend({ networkCode: "bsc" });
  const before = asked;
  await during(
    (signal) => {
      const wakeUps = listenForSends(signal);
      const drive = networks.map(({ engine, network }) => driveSends(engine, network, wakeUps, signal, LIMIT_MS));
      return [...drive.slice(0, 1), wakeUps.ended];
    },
    async () => expect(asked).toBeGreaterThanOrEqual(before + 3),
  );
  expect(await sendRow(id)).toMatchObject({ status: "queued", outgoingId: null });
});

test("a round over all networks waits for no silent node: the others proceed, and its own round ends at its limit and is repeated", async () => {
  const rounds = new Map<string, { begun: number; ended: number }>();
  const work = async ({ engine, network }: (typeof networks)[number], signal: AbortSignal) => {
    const own = rounds.get(network.code) ?? { begun: 0, ended: 0 };
    rounds.set(network.code, own);
    own.begun += 1;
    await engine.driver.head(signal);
    own.ended += 1;
  };
  const task = { name: "looks", pauseMs: 1, limitMs: LIMIT_MS };
  await during(
    (signal) => [eachNetwork(task, networks, signal, work)],
    async () => {
      expect(rounds.get("bsc")?.begun).toBeGreaterThanOrEqual(3);
      expect(rounds.get("eth")?.ended).toBeGreaterThan(3);
    },
  );
  expect(rounds.get("bsc")?.ended).toBe(0);
});
