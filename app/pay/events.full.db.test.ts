import { randomUUID } from "node:crypto";
import { request as ask } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { GET as getEvents } from "@/app/pay/[uuid]/events/route";
import { GET as getState } from "@/app/pay/[uuid]/state/route";
import { loadPayPageUpdates, payFeed } from "@/app/pay/pay-page-update";
import { GET as getWalletEvents } from "@/app/wallet/[uuid]/events/route";
import { walletFeed } from "@/app/wallet/wallet-page-update";
import { createPageFeed } from "@/lib/delivery/live/page-feed";
import { closePageHub, closePageStreams, pagePlaces } from "@/lib/delivery/live/page-hub";
import { streamPage } from "@/lib/delivery/live/stream-page";
import { type EventReader, readEvents } from "@/lib/delivery/live/testing/read-events";
import { createFront } from "@/lib/fronts/machine-api/front";
import { closeGently, createWebServer } from "@/lib/fronts/machine-api/web-server";
import { arePayPages } from "@/lib/fronts/payment-page/load-pay-view";
import { closeDatabase, connectionPool, database } from "@/lib/kernel/db";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  newInvoice,
  newMerchant,
  openGateway,
  pay,
  readUpTo,
  START_HEIGHT,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { settleWallet } from "@/lib/money-in/static-wallets/settle-wallet";
import { newWallet, topUp } from "@/lib/money-in/static-wallets/testing/wallet-rig";

/** The longest delay of a timer. */
const NEVER_MS = 2 ** 31 - 1;
const ORIGIN = "http://gateway.example";
const open: EventReader[] = [];

beforeAll(() => openGateway());
afterEach(async () => {
  for (const reader of open.splice(0)) await reader.cancel();
  await expect.poll(() => [pagePlaces.count(), payFeed.size(), walletFeed.size()]).toEqual([0, 0, 0]);
});
afterAll(async () => {
  await closePageHub();
  await closeDatabase();
});

function reading(response: Response): EventReader {
  const reader = readEvents(response);
  open.push(reader);
  return reader;
}

const events = (uuid: string, query = "") => getEvents(new Request(`${ORIGIN}/pay/${uuid}/events${query}`));
const walletEvents = (uuid: string) => getWalletEvents(new Request(`${ORIGIN}/wallet/${uuid}/events`));
const stateOf = async (uuid: string, query = "") => {
  const params = Promise.resolve({ uuid });
  return (await getState(new Request(`${ORIGIN}/pay/${uuid}/state${query}`), { params })).json();
};
/** The database connections that listen for page updates. */
const listeners = () => database().$queryRaw<{ pid: number }[]>`
  SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'chaintill pages %'`;

describe("the stream of an open page", () => {
  test("begins with the response of /state in the page's language, and sends each change when it is committed", async () => {
    const invoice = await newInvoice(await newMerchant());
    const response = await events(invoice.id.toUpperCase(), "?lang=de");
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    });
    const reader = reading(response);
    const [first, asked] = [await reader.next(), await stateOf(invoice.id, "?lang=de")];
    expect(first).toEqual(asked);
    await pay(invoice, { amount: "100" });
    const seen = await reader.next();
    expect(seen).toMatchObject({ isFinal: false, text: expect.stringMatching(/Zahlung/) });
    await settleInvoice(invoice.id);
    // Settling is one transaction, so all its writes are one change.
    expect(await reader.next()).toEqual(await stateOf(invoice.id, "?lang=de"));
    expect(await stateOf(invoice.id)).toMatchObject({ status: "paid", isFinal: true });
  });

  test("sends each block while a payment is not confirmed", async () => {
    await readUpTo("bsc", START_HEIGHT);
    const invoice = await newInvoice(await newMerchant());
    const reader = reading(await events(invoice.id));
    const keys = new Set([(await reader.next())?.["key"]]);
    await pay(invoice, { amount: "40", height: START_HEIGHT });
    keys.add((await reader.next())?.["key"]);
    await readUpTo("bsc", START_HEIGHT + 1);
    keys.add((await reader.next())?.["key"]);
    expect(keys.size).toBe(3);
    await readUpTo("bsc", START_HEIGHT);
  });

  test("sends the expiry on time, though nothing is committed then", async () => {
    const invoice = await newInvoice(await newMerchant());
    const expiresAt = new Date(Date.now() + 1_500);
    await database().invoice.update({ where: { id: invoice.id }, data: { expiresAt } });
    // The poll for lost notifications would find it too, much later: it is disabled here.
    const feed = createPageFeed({ load: loadPayPageUpdates, exist: arePayPages, safetyMs: NEVER_MS });
    const toBody = ({ key }: { key: string }) => JSON.stringify({ key, at: Date.now() });
    const request = new Request(`${ORIGIN}/pay/${invoice.id}/events`);
    const reader = reading(await streamPage(request, { feed, id: invoice.id, toBody }));
    const [first, second] = [await reader.next(), await reader.next()];
    expect(second?.["key"]).not.toBe(first?.["key"]);
    expect(second?.["at"]).toBeGreaterThanOrEqual(expiresAt.getTime());
  });

  test("of a static wallet sends a payment and its credit", async () => {
    const wallet = await newWallet(await newMerchant());
    const reader = reading(await walletEvents(wallet.id));
    const first = await reader.next();
    await topUp(wallet, { amount: "10" });
    const seen = await reader.next();
    await settleWallet(wallet.id);
    const credited = await reader.next();
    expect(new Set([first, seen, credited].map((update) => update?.["key"])).size).toBe(3);
    expect(credited).toMatchObject({ status: "active", isFinal: false, text: expect.stringContaining("10") });
  });

  test("continues when the listening connection is cut, and sends what was committed meanwhile", async () => {
    const invoice = await newInvoice(await newMerchant());
    const reader = reading(await events(invoice.id));
    await reader.next();
    const [before] = await expect.poll(listeners).toHaveLength(1).then(listeners);
    await database().$executeRaw`SELECT pg_terminate_backend(${before?.pid}::int)`;
    await pay(invoice, { amount: "40" });
    expect(await reader.next()).toMatchObject({ isFinal: false });
    await expect.poll(async () => (await listeners()).some(({ pid }) => pid !== before?.pid)).toBe(true);
    await settleInvoice(invoice.id);
    expect(await reader.next()).toEqual(await stateOf(invoice.id));
    expect(await listeners()).toHaveLength(1);
  });

  test("says goodbye some time after the end, and closes", async () => {
    const invoice = await newInvoice(await newMerchant());
    await pay(invoice, { amount: "100" });
    await settleInvoice(invoice.id);
    const toBody = ({ key }: { key: string }) => JSON.stringify({ key });
    const request = new Request(`${ORIGIN}/pay/${invoice.id}/events`);
    const reader = reading(await streamPage(request, { feed: payFeed, id: invoice.id, toBody, finalMs: 20 }));
    await reader.next();
    expect(await reader.next()).toBeNull();
    expect(reader.names).toEqual(["bye"]);
  });
});

describe("what is refused", () => {
  test.each([randomUUID(), "nonsense", "%00"])("an unknown page is 404 and leaves nothing open: %s", async (uuid) => {
    expect((await events(uuid)).status).toBe(404);
    expect((await walletEvents(uuid)).status).toBe(404);
  });

  test("the 21st follower of a page is asked to come later, and a follower who leaves frees a slot", async () => {
    const invoice = await newInvoice(await newMerchant());
    for (let n = 0; n < 20; n += 1) reading(await events(invoice.id));
    const refused = await events(invoice.id);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "30"]);
    await open.pop()?.cancel();
    const reader = reading(await events(invoice.id));
    expect(await reader.next()).toMatchObject({ status: "check" });
  });

  test("a page that cannot be read is 503 and leaves nothing open", async () => {
    const invoice = await newInvoice(await newMerchant());
    const broken = vi
      .spyOn(connectionPool(), "query")
      .mockImplementation(() => Promise.reject(new Error("no database")));
    expect((await events(invoice.id)).status).toBe(503);
    broken.mockRestore();
  });
});

/** A separate server on a free port, with only the stream's route. */
async function startServer() {
  const front = createFront({ "/pay/[uuid]/events": { GET: getEvents } });
  const server = createWebServer(front, async (_, response) => void response.writeHead(404).end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

test("our own server streams what the route responds, and refuses as it does", async () => {
  const invoice = await newInvoice(await newMerchant());
  const { server, port } = await startServer();
  const ask = (uuid: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}/pay/${uuid}/events?lang=de`, init);
  const own = Object.fromEntries((await ask(invoice.id, { method: "HEAD" })).headers);
  const response = await ask(invoice.id.toUpperCase());
  const byRoute = await events(invoice.id, "?lang=de");
  expect(Object.fromEntries(response.headers)).toMatchObject(Object.fromEntries(byRoute.headers));
  expect(own).toMatchObject(Object.fromEntries(byRoute.headers));
  const [reader, other] = [reading(response), reading(byRoute)];
  for (const change of [null, () => pay(invoice, { amount: "100" }), () => settleInvoice(invoice.id)]) {
    await change?.();
    expect(await reader.next()).toEqual(await other.next());
  }
  expect((await ask(randomUUID())).status).toBe(404);
  for (let n = 0; n < 18; n += 1) reading(await ask(invoice.id));
  const refused = await ask(invoice.id);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "30"]);
  for (const one of open.splice(0)) await one.cancel();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test("500 clients that connect and are cut off at any point leave nothing behind", async () => {
  const merchantId = await newMerchant();
  const ids = await Promise.all(Array.from({ length: 25 }, async () => (await newInvoice(merchantId)).id));
  const { server, port } = await startServer();
  let begun = 0;
  const cut = Array.from({ length: 500 }, (_, n) => {
    const client = ask({ host: "127.0.0.1", port, path: `/pay/${ids[n % 25]}/events`, agent: false }, (response) => {
      begun += 1;
      response.on("error", () => {}).resume();
    });
    client.on("error", () => {}).end();
    // A fifth disconnect before they can be answered.
    if (n % 5 === 0) setImmediate(() => client.destroy());
    return client;
  });
  await expect.poll(() => begun).toBeGreaterThanOrEqual(400);
  expect(pagePlaces.count()).toBeGreaterThanOrEqual(400);
  for (const client of cut) client.destroy();
  await expect.poll(() => [pagePlaces.count(), payFeed.size()]).toEqual([0, 0]);
  const connections = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
  await expect.poll(connections).toBe(0);
  await new Promise((resolve) => server.close(resolve));
});

test("requests that wait on one connection for each other leave nothing behind when it ends", async () => {
  const invoice = await newInvoice(await newMerchant());
  const { server, port } = await startServer();
  const client = connect(port, "127.0.0.1");
  client.on("error", () => {}).write(`GET /pay/${invoice.id}/events HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(15));
  await expect.poll(() => pagePlaces.count()).toBe(15);
  client.destroy();
  await expect.poll(() => [pagePlaces.count(), payFeed.size()]).toEqual([0, 0]);
  await new Promise((resolve) => server.close(resolve));
});

test("a process told to stop ends its streams at once and accepts no new ones", async () => {
  const invoice = await newInvoice(await newMerchant());
  const { server, port } = await startServer();
  const response = await fetch(`http://127.0.0.1:${port}/pay/${invoice.id}/events`);
  const reader = readEvents(response);
  await reader.next();
  // Nothing is cut off here: an open stream would keep the server from closing, and so would its
  // connection when idle.
  await Promise.all([closePageStreams(), closeGently(server, NEVER_MS)]);
  expect(await reader.next()).toBeNull();
  expect(await listeners()).toHaveLength(0);
  expect((await events(invoice.id)).status).toBe(503);
}, 30_000);
