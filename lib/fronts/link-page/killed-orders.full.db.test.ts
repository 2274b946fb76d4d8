import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { newBill } from "@/lib/money-in/bills/testing/bill-rig";
import { newUser } from "@/lib/money-in/credits/testing/credit-rig";
import { bookDifferences, newMerchant, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { newForm, newLink } from "@/lib/money-in/payment-links/testing/link-rig";
import { newCharge } from "@/lib/money-in/point-of-sale/testing/sale-rig";
import { type OutsideConnections, openOutsideConnections } from "@/lib/money-out/transfers/testing/outside-connections";
import { startWebProcess, type WebProcess } from "@/lib/money-out/transfers/testing/web-process";
import { bundleOnce } from "@/lib/run/worker/testing/bundle-once";

/**
 * Orders of payment links, sales at terminals and payments of bills in a web process that is
 * killed, or whose connections are terminated, after the invoice is written and before its order
 * is.
 */

const LIMIT_MS = 240_000;
const BLOCKED_WITHIN_MS = 60_000;
/** The commands read these tables, and block where they write them. */
const LOCK = { text: "LOCK TABLE payment_link_orders, pos_sales, bill_payments IN SHARE MODE" };

/** Accepts commands by POST and responds with the invoice's id. */
const SOURCE = `
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { payBill } from "@/lib/money-in/bills/pay-bill";
import { getBill } from "@/lib/money-in/bills/write-bill";
import { orderFromLink } from "@/lib/money-in/payment-links/order-from-link";
import { findLinkByName } from "@/lib/money-in/payment-links/repo";
import { chargeSale } from "@/lib/money-in/point-of-sale/charge";

const commands = {
  "/link": async ({ name, form }) => await orderFromLink(await findLinkByName(name), form),
  "/sale": async ({ actor, charge }) => (await chargeSale(actor, charge)).id,
  "/bill": async ({ merchantId, id, formKey }) => await payBill(await getBill(merchantId, id), formKey),
};
const server = createServer(async (request, response) => {
  try {
    const id = await commands[request.url](JSON.parse(await text(request)));
    response.writeHead(200).end(id);
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
});
server.listen(0, "127.0.0.1", () => console.log("listening on", server.address().port));
`;

let merchantId: string;
let actorId: string;
let file: string;
let web: WebProcess;
let outside: OutsideConnections;

beforeAll(async () => {
  await openGateway(40);
  [merchantId, actorId] = [await newMerchant(), await newUser()];
  const stdin = { contents: SOURCE, resolveDir: import.meta.dirname, loader: "js" as const };
  file = await bundleOnce("orders", { stdin });
  web = await startWarm();
  outside = await openOutsideConnections();
}, LIMIT_MS);

afterAll(async () => {
  await outside?.end();
  await web?.kill();
  expect(await bookDifferences()).toEqual([]);
  await closeDatabase();
});

/** `send` resolves with the id of the invoice, or with why there is none. */
type Command = { readonly send: () => Promise<string> };

function command(path: string, body: object): Command {
  const send = async () => {
    try {
      const response = await fetch(`${web.url}${path}`, { method: "POST", body: JSON.stringify(body) });
      return response.status === 200 ? await response.text() : "fault";
    } catch {
      return "cut";
    }
  };
  return { send };
}

async function newCommands(): Promise<readonly Command[]> {
  const link = await newLink(merchantId, { stock: 1 });
  const bill = await newBill(merchantId);
  return [
    command("/link", { name: link.name, form: newForm() }),
    command("/sale", { actor: { merchantId, actorId }, charge: newCharge() }),
    command("/bill", { merchantId, id: bill.id, formKey: randomUUID() }),
  ];
}

/** Loads its code, so that this does not use up the time a statement may wait for a lock. */
async function startWarm(): Promise<WebProcess> {
  web = await startWebProcess(file);
  for (const { send } of await newCommands()) expect(await send()).toMatch(/^[0-9a-f]{8}-/);
  return web;
}

/** Everything that these commands write. */
async function countWritten(): Promise<readonly number[]> {
  const { invoice, paymentLinkOrder, posSale, billPayment, address, auditEvent } = database();
  return [
    await invoice.count(),
    await paymentLinkOrder.count(),
    await posSale.count(),
    await billPayment.count(),
    await address.count({ where: { assignedAt: { not: null } } }),
    await auditEvent.count({ where: { action: "invoice.create" } }),
  ];
}

test.each([
  [
    "whose connection the database terminates",
    "fault",
    () => (backends: readonly number[]) => outside.terminate(backends),
  ],
  ["whose process is killed", "cut", () => () => web.kill()],
] as const)(
  "an order %s midway leaves nothing, and makes one invoice when it is sent again",
  async (_, outcome, striking) => {
    const commands = await newCommands();
    const before = await countWritten();
    const send = commands.map((one) => one.send);
    const strike = striking();
    const outcomes = await outside.strikeInTheMiddle({ lock: LOCK, send, strike, blockedWithinMs: BLOCKED_WITHIN_MS });
    expect(outcomes).toEqual(commands.map(() => outcome));
    expect(await countWritten()).toEqual(before);
    if (outcome === "cut") web = await startWarm();
    const [invoices] = await countWritten();
    for (const one of commands) {
      const id = await one.send();
      expect(await one.send()).toBe(id);
      expect(await database().invoice.count({ where: { id, merchantId } })).toBe(1);
    }
    expect((await countWritten())[0]).toBe((invoices ?? 0) + commands.length);
  },
  LIMIT_MS,
);
