/** Payments and payouts of a drill, in a token on one sandbox chain, through the machine API. */
import { randomBytes, randomUUID } from "node:crypto";
import { payToken } from "../../../bench/lib/pay-token.mjs";
import { createInvoice, createPayout } from "../../../bench/lib/signed-call.mjs";
import { waitUntil } from "../wait-until.mjs";
import { WAIT_MS } from "./gateway.mjs";

export const NETWORK = "eth";
const TOKEN = "USDT";
const TERMS = { currency: TOKEN, network: NETWORK };

/** Whether nothing is on its way: no send, no deposit, no job that is due. */
async function isQuiet(client) {
  const { rows } = await client.query(
    `SELECT NOT EXISTS (SELECT FROM sends WHERE status IN ('queued', 'sending'))
       AND NOT EXISTS (SELECT FROM deposits WHERE status = 'seen')
       AND NOT EXISTS (SELECT FROM graphile_worker.jobs WHERE run_at <= now() OR locked_at IS NOT NULL) AS quiet`,
  );
  return rows[0].quiet;
}

/**
 * @param gateway of gateway.mjs, with its merchant and the sandbox chain
 * @param client a connection to its database
 */
export function createLoad({ gateway, merchant, chain }, client) {
  const shop = { baseUrl: gateway.baseUrl, merchant };
  const invoice = async (amount) => {
    const terms = { ...TERMS, amount: String(amount), order_id: randomUUID() };
    const { uuid, address } = await createInvoice(shop, terms);
    return { uuid, address, amount };
  };
  const pay = ({ address, amount }) => payToken(chain, { code: TOKEN, to: address, amount });
  const isPaid = async (uuid) => {
    const { rows } = await client.query("SELECT status FROM invoices WHERE id = $1", [uuid]);
    return rows[0]?.status === "paid";
  };
  const untilPaid = ({ uuid }) => waitUntil(`invoice ${uuid} to be paid`, () => isPaid(uuid), WAIT_MS);
  return {
    invoice,
    pay,
    untilPaid,
    /** Orders invoices of these amounts and pays them. */
    async paidInvoices(...amounts) {
      const invoices = [];
      for (const amount of amounts) invoices.push(await invoice(amount));
      for (const one of invoices) await pay(one);
      for (const one of invoices) await untilPaid(one);
    },
    /** Orders a payout to a new address. Returns `{ uuid, address }`. */
    async payout(amount) {
      const address = `0x${randomBytes(20).toString("hex")}`;
      const terms = { ...TERMS, amount: String(amount), is_subtract: false, order_id: randomUUID(), address };
      const { uuid } = await createPayout(shop, terms);
      return { uuid, address };
    },
    /** Waits until nothing is on its way any more, and stops the worker at such a moment. */
    async settleDown() {
      for (;;) {
        await waitUntil("sends, deposits and jobs to end", () => isQuiet(client), WAIT_MS);
        await gateway.stop("worker");
        if (await isQuiet(client)) return;
        await gateway.start(merchant);
      }
    },
  };
}
