/** What database and chain say about the orders of a load. */
import { callNode } from "../../emulators/anvil.mjs";
import { CURRENCY } from "./findings.mjs";

const BALANCE_OF = "0x70a08231";

/** Returns the amount of the token at this address, as a number. */
async function amountAt({ rpcUrl, tokens }, address) {
  const { address: token, decimals } = tokens[CURRENCY];
  const data = `${BALANCE_OF}${address.slice(2).padStart(64, "0")}`;
  return Number(BigInt(await callNode(rpcUrl, "eth_call", { to: token, data }, "latest"))) / 10 ** decimals;
}

/** Returns the facts that `findExceptions` judges, except what shops know. */
export async function readBooks(cluster, { payouts }, { callbackUrl, chain }) {
  const ordersOf = (table) => cluster.query(`SELECT id, order_id AS "orderId" FROM ${table}`);
  const webhooks = await cluster.query(
    `SELECT payload::json ->> 'type' AS type, payload::json ->> 'order_id' AS "orderId", payload::json ->> 'status' AS status
     FROM webhook_deliveries WHERE url = '${callbackUrl}'`,
  );
  const [{ credited }] = await cluster.query(
    `SELECT coalesce(sum(d.amount), 0) AS credited
     FROM deposits d JOIN invoices i ON d.owner_kind = 'invoice' AND d.owner_id = i.id
     WHERE d.status = 'confirmed' AND i.url_callback = '${callbackUrl}'`,
  );
  const arrived = new Map();
  for (const { address } of payouts.values()) arrived.set(address, await amountAt(chain, address));
  return {
    stored: {
      invoices: await ordersOf("invoices"),
      payouts: await ordersOf("payouts"),
      webhooks: webhooks.map(({ type, orderId, status }) => `${type} ${orderId} ${status}`),
    },
    arrived,
    credited: Number(credited),
  };
}
