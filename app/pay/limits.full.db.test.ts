import { randomUUID } from "node:crypto";
import { request as ask } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { GET as getEvents } from "@/app/pay/[uuid]/events/route";
import { POST as postSignature } from "@/app/pay/[uuid]/refund/sign/route";
import { POST as postRenewal } from "@/app/pay/[uuid]/renew/route";
import { GET as getPage } from "@/app/pay/[uuid]/route";
import { GET as getState } from "@/app/pay/[uuid]/state/route";
import { GET as getWalletState } from "@/app/wallet/[uuid]/state/route";
import { closePageHub, pagePlaces } from "@/lib/delivery/live/page-hub";
import { createFront } from "@/lib/fronts/machine-api/front";
import { createWebServer } from "@/lib/fronts/machine-api/web-server";
import { closeDatabase, database } from "@/lib/kernel/db";
import { CLIENT_ADDRESS_HEADER } from "@/lib/kernel/http/client-address";
import { expireInvoices } from "@/lib/money-in/invoices/expire-invoices";
import {
  invoiceNow,
  minutesFromNow,
  NETWORKS,
  newInvoice,
  newMerchant,
  openGateway,
  readUpTo,
  START_HEIGHT,
} from "@/lib/money-in/invoices/testing/gateway-rig";

let merchantId = "";
beforeAll(async () => {
  await openGateway();
  merchantId = await newMerchant();
  await database().merchant.update({ where: { id: merchantId }, data: { payerMayRefresh: true } });
});
afterAll(async () => {
  await closePageHub();
  await closeDatabase();
});

type Handler = (request: Request, context: { params: Promise<{ uuid: string }> }) => Promise<Response>;

/** Calls a handler as our own server does. */
function call(
  handler: Handler,
  uuid: string,
  from: string,
  form: Record<string, string> | null = null,
  site = "same-origin",
  query = "",
) {
  const headers = { [CLIENT_ADDRESS_HEADER]: from, "accept-language": "de", "sec-fetch-site": site };
  const sent = form === null ? { headers } : { headers, method: "POST", body: new URLSearchParams(form) };
  return handler(new Request(`http://gateway.example/pay/${uuid}${query}`, sent), {
    params: Promise.resolve({ uuid }),
  });
}

/**
 * Repeats a request until it is refused; returns the number of accepted requests, and the refusal.
 */
async function exhaust(ask: () => Promise<Response>, most: number) {
  for (let count = 0; count <= most; count += 1) {
    const answer = await ask();
    if (answer.status === 429) return { count, answer };
  }
  throw new Error("never refused");
}

describe("over the limit of its address", () => {
  // Freezes the clock, so that no limit refills on a slow machine.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "performance"] }));
  afterEach(() => void vi.useRealTimers());

  test("a page is a page in the payer's language that says when to come again, and an API call has an empty response", async () => {
    const looks = () => call(getPage, "nonsense", "203.0.113.31");
    const { count, answer } = await exhaust(looks, 400);
    expect(count).toBe(200);
    expect([answer.headers.get("retry-after"), answer.headers.get("content-language")]).toEqual(["1", "de"]);
    expect(await answer.text()).toContain("Zu viele Anfragen");
    expect([answer.headers.get("content-security-policy"), answer.headers.get("refresh")]).toEqual([
      expect.stringContaining("frame-ancestors 'none'"),
      null,
    ]);
    const framed = await call(getPage, "nonsense", "203.0.113.31", null, "cross-site", "?embed=1");
    expect([framed.status, framed.headers.get("content-security-policy"), framed.headers.get("refresh")]).toEqual([
      429,
      expect.stringContaining("frame-ancestors *"),
      "2",
    ]);
    expect(await framed.text()).toContain("Zu viele Anfragen");
    const question = await exhaust(() => call(getState, "nonsense", "203.0.113.31"), 400);
    expect([question.answer.headers.get("retry-after"), await question.answer.text()]).toEqual(["1", ""]);
    expect((await exhaust(() => call(getWalletState, "nonsense", "203.0.113.31"), 400)).answer.status).toBe(429);
    expect((await call(getPage, "nonsense", "203.0.113.32")).status).toBe(404);
  });

  test("a signature is not verified, and changes are counted separately", async () => {
    const sign = () => call(postSignature, "nonsense", "203.0.113.33", { request: randomUUID(), signature: "0x" });
    const { count } = await exhaust(sign, 30);
    expect(count).toBe(10);
    expect((await call(postRenewal, "nonsense", "203.0.113.33", {})).status).toBe(404);
  });

  test("a cross-site request from a payer's browser uses up none of the payer's limit", async () => {
    const foreign = () => call(postRenewal, "nonsense", "203.0.113.34", {}, "cross-site");
    expect((await exhaust(foreign, 400)).count).toBe(200);
    expect((await exhaust(() => call(postRenewal, "nonsense", "203.0.113.34", {}), 400)).count).toBe(30);
  });
});

test("one client address renews an invoice three times a day, and leaves its payer some", async () => {
  const { id } = await newInvoice(merchantId, { currency: "ETH", amount: "0.05", network: "eth" });
  const renewFrom = async (address: string) => {
    await database().invoice.update({ where: { id }, data: { expiresAt: minutesFromNow(-1) } });
    for (const network of NETWORKS) await readUpTo(network, START_HEIGHT, new Date());
    await expireInvoices();
    const answer = await call(postRenewal, id, address, {});
    return [answer.status, (await invoiceNow(id)).status];
  };
  for (let count = 0; count < 3; count += 1) expect(await renewFrom("203.0.113.41")).toEqual([303, "check"]);
  for (let count = 0; count < 3; count += 1) expect(await renewFrom("203.0.113.41")).toEqual([422, "cancel"]);
  expect(await renewFrom("203.0.113.42")).toEqual([303, "check"]);
});

describe("open streams through our server behind a proxy on this machine", () => {
  /** The value that a proxy appends to what the client has sent. */
  const behindProxy = (client: string, sent = "") => ({ "x-forwarded-for": `${sent}${client}` });

  async function withServer(
    use: (open: (uuid: string, headers: Record<string, string>) => Promise<number>) => Promise<void>,
  ) {
    const front = createFront({ "/pay/[uuid]/events": { GET: getEvents } });
    const server = createWebServer(front, async (_, response) => void response.writeHead(404).end());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const open = (uuid: string, headers: Record<string, string>) =>
      new Promise<number>((resolve, reject) => {
        const options = { host: "127.0.0.1", port, path: `/pay/${uuid}/events`, headers, agent: false };
        ask(options, (response) => {
          response.on("error", () => {}).resume();
          resolve(response.statusCode ?? 0);
        })
          .on("error", reject)
          .end();
      });
    try {
      await use(open);
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await expect.poll(() => pagePlaces.count()).toBe(0);
    }
  }

  test("are limited to forty per client address, whatever it claims to be; others and this machine are still served", async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, async () => (await newInvoice(merchantId)).id));
    await withServer(async (open) => {
      const client = "203.0.113.51";
      const statuses = await Promise.all(
        Array.from({ length: 45 }, (_, n) => open(ids[n % 3] ?? "", behindProxy(client, `192.0.2.${n}, `))),
      );
      expect(statuses.filter((status) => status === 200)).toHaveLength(40);
      expect(statuses.filter((status) => status === 429)).toHaveLength(5);
      const claimed = { ...behindProxy(client), [CLIENT_ADDRESS_HEADER]: "192.0.2.1" };
      expect(await open(ids[3] ?? "", claimed)).toBe(429);
      expect(await open(ids[3] ?? "", behindProxy("203.0.113.52"))).toBe(200);
      expect(await open(ids[3] ?? "", {})).toBe(200);
    });
  });

  test("of unknown pages use no slot and start no database listener", async () => {
    await closePageHub();
    const listening = () => database().$queryRaw<{ pid: number }[]>`
      SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'chaintill pages %'`;
    await expect.poll(listening).toEqual([]);
    await withServer(async (open) => {
      const unknown = Array.from({ length: 50 }, () => open(randomUUID(), behindProxy("203.0.113.53")));
      expect(new Set(await Promise.all([...unknown, open("nonsense", {})]))).toEqual(new Set([404]));
      expect(pagePlaces.count()).toBe(0);
      expect(await listening()).toEqual([]);
    });
  });
});
