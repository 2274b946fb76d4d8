/**
 * Prepares the sandbox for a library's program: paid invoices, a blocked wallet with held funds, a
 * webhook receiver.
 */
import { createHash, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { Client } from "pg";
import { waitUntil } from "../lib/wait-until.mjs";

const NETWORK = "bsc";
const COIN = "USDT";
const WAIT_MS = 60_000;

/** @throws Error after one minute */
export const waitFor = (what, look) => waitUntil(what, look, WAIT_MS);

async function call({ baseUrl, merchant }, path, parameters) {
  const body = JSON.stringify(parameters);
  const signed = Buffer.from(body).toString("base64") + merchant.paymentApiKey;
  const sign = createHash("md5").update(signed).digest("hex");
  const headers = { "content-type": "application/json", merchant: merchant.uuid, sign };
  const answer = await (await fetch(baseUrl + path, { method: "POST", headers, body })).json();
  if (answer.state !== 0) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer.result;
}

/** Sends a whole number of coins on the sandbox's chain. */
async function send({ networks }, to, amount) {
  const { rpcUrl, faucet, tokens } = networks[NETWORK];
  const units = BigInt(amount) * 10n ** BigInt(tokens[COIN].decimals);
  const data = `0xa9059cbb${to.slice(2).toLowerCase().padStart(64, "0")}${units.toString(16).padStart(64, "0")}`;
  const transaction = { from: faucet, to: tokens[COIN].address, data };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_sendTransaction", params: [transaction] });
  const answer = await fetch(rpcUrl, { method: "POST", headers: { "content-type": "application/json" }, body });
  const { error } = await answer.json();
  if (error) throw new Error(`the sandbox's chain refuses a payment: ${error.message}`);
}

async function paidInvoice(sandbox, hookUrl) {
  const order = { currency: COIN, network: NETWORK, order_id: randomUUID(), url_callback: hookUrl };
  const { uuid, address } = await call(sandbox, "/v1/payment", { amount: "100", ...order });
  await send(sandbox, address, 100);
  const isPaid = async () => (await call(sandbox, "/v1/payment/info", { uuid })).is_final;
  await waitFor("the payment of an invoice", isPaid);
  return uuid;
}

/**
 * Creates a blocked wallet that holds 5 USDT. No operation reports held funds, so this reads the
 * database.
 */
async function blockedWallet(sandbox) {
  const order = { currency: COIN, network: NETWORK, order_id: randomUUID() };
  const { uuid, address } = await call(sandbox, "/v1/wallet", order);
  await call(sandbox, "/v1/wallet/block-address", { uuid });
  await send(sandbox, address, 5);
  const database = new Client(sandbox.database);
  await database.connect();
  const isHeld = async () => {
    const { rowCount } = await database.query("SELECT 1 FROM wallet_holds WHERE wallet_id = $1", [uuid]);
    return rowCount > 0;
  };
  await waitFor("what a blocked wallet holds", isHeld).finally(() => database.end());
  return uuid;
}

/** Creates the objects that every program uses, and returns their ids. */
export async function prepareShop(sandbox, hookUrl) {
  const paid = await paidInvoice(sandbox, hookUrl);
  return {
    paid,
    refunded: await paidInvoice(sandbox, hookUrl),
    wallet: (await call(sandbox, "/v1/wallet", { currency: COIN, network: NETWORK, order_id: randomUUID() })).uuid,
    blocked: await blockedWallet(sandbox),
    address: sandbox.networks[NETWORK].faucet,
    prefix: randomUUID().slice(0, 8),
  };
}

/** Starts a server that records the body of every webhook. */
export async function receiveWebhooks() {
  const bodies = [];
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    bodies.push(Buffer.concat(chunks).toString("utf8"));
    response.writeHead(200).end();
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${server.address().port}/hook`;
  return { url, bodies, close: () => server.close().closeAllConnections() };
}
