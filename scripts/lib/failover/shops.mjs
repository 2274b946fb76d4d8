/**
 * Shops that create invoices and payouts while servers die, and payers who pay some of the
 * invoices. A shop repeats a call that got no answer, with the same order id, as an integration
 * must.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { payToken } from "../../../bench/lib/pay-token.mjs";
import { signedCall } from "../../../bench/lib/signed-call.mjs";
import { CURRENCY, INVOICE_AMOUNT, PAYOUT_AMOUNT } from "./findings.mjs";

const ANSWER_MS_MAX = 3_000;
const REPEAT_MS = 100;
const PACE_MS = 250;
const PAYOUT_PACE_MS = 500;
const SHOPS = 3;
/** Every third invoice is paid. */
const PAID_PART = 3;

/** Receives webhooks. `counts` has how often each `TYPE ORDER STATUS` arrived. */
export async function startReceiver() {
  const counts = new Map();
  const server = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    const { type, order_id, status } = JSON.parse(Buffer.concat(parts).toString("utf8"));
    const key = `${type} ${order_id} ${status}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    response.end("ok");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { counts, url: `http://127.0.0.1:${server.address().port}/webhook`, stop };
}

/**
 * Returns `{ result }`, or `{ failure }` if a shop has to repeat the call.
 * @throws Error when it is refused
 */
async function callOnce(baseUrl, { path, ...call }) {
  let response;
  let text;
  try {
    response = await fetch(`${baseUrl}${path}`, { ...call, signal: AbortSignal.timeout(ANSWER_MS_MAX) });
    text = await response.text();
  } catch (error) {
    return { failure: error.name === "TimeoutError" ? "no answer" : (error.cause?.code ?? error.message) };
  }
  if (response.ok) return { result: JSON.parse(text).result };
  if (response.status >= 500 || response.status === 429) return { failure: String(response.status) };
  throw new Error(`${path} was refused: ${text.slice(0, 300)}`);
}

/** Everything that shops asked for and were told. */
class Load {
  /** By order id; `uuid` is null until the gateway has acknowledged it. */
  invoices = new Map();
  payouts = new Map();
  /** How often a call had to be repeated, by reason. */
  failures = new Map();
  /** Calls that no repetition helps. */
  problems = [];
  #answers = [];
  #lastFailureAt = 0;
  #stopping = new AbortController();
  #paying = Promise.resolve();
  #running;
  #parts;

  constructor(parts) {
    this.#parts = parts;
    const lanes = [...Array.from({ length: SHOPS }, () => this.#sell()), this.#payOut()];
    this.#running = Promise.all(lanes.map((lane) => lane.catch((error) => this.problems.push(error.message))));
  }

  /** Calls until there is a result; returns null if the load is stopped first. */
  async #call(path, parameters) {
    const { baseUrl, merchant, callbackUrl } = this.#parts;
    const own = path === "/v1/payout" ? { ...merchant, paymentApiKey: merchant.payoutApiKey } : merchant;
    const terms = { ...parameters, currency: CURRENCY, network: "eth", url_callback: callbackUrl };
    for (;;) {
      const begunAt = performance.now();
      const { result, failure } = await callOnce(baseUrl, signedCall(own, path, terms));
      const endedAt = performance.now();
      if (failure === undefined) {
        if (path === "/v1/payment") this.#answers.push({ begunAt, endedAt });
        return result;
      }
      this.failures.set(failure, (this.failures.get(failure) ?? 0) + 1);
      this.#lastFailureAt = endedAt;
      if (this.#stopping.signal.aborted) return null;
      await pause(REPEAT_MS);
    }
  }

  async #sell() {
    for (let made = 0; !this.#stopping.signal.aborted; made += 1) {
      const order = { uuid: null, isPaid: false };
      const order_id = randomUUID();
      this.invoices.set(order_id, order);
      const result = await this.#call("/v1/payment", { amount: String(INVOICE_AMOUNT), order_id });
      if (result === null) return;
      order.uuid = result.uuid;
      if (made % PAID_PART === 0) {
        await this.#pay(result.address);
        order.isPaid = true;
      }
      await pause(PACE_MS);
    }
  }

  /** One payment after the other: the node gives concurrent ones of one account the same nonce. */
  #pay(to) {
    const pay = () => payToken(this.#parts.chain, { code: CURRENCY, to, amount: INVOICE_AMOUNT });
    const paid = this.#paying.then(pay);
    this.#paying = paid.catch(() => undefined);
    return paid;
  }

  async #payOut() {
    while (!this.#stopping.signal.aborted) {
      const payout = { uuid: null, address: `0x${randomBytes(20).toString("hex")}` };
      const order_id = randomUUID();
      this.payouts.set(order_id, payout);
      const terms = { amount: String(PAYOUT_AMOUNT), is_subtract: true, address: payout.address, order_id };
      const result = await this.#call("/v1/payout", terms);
      if (result === null) return;
      payout.uuid = result.uuid;
      await pause(PAYOUT_PACE_MS);
    }
  }

  /** The ids of the invoices that shops were told of until now. */
  acknowledgedInvoices = () => [...this.invoices.values()].flatMap(({ uuid }) => (uuid === null ? [] : [uuid]));

  /** When the first invoice was answered that was requested after `at`; null if none was. */
  answeredAfter(at) {
    const ends = this.#answers.filter(({ begunAt }) => begunAt > at).map(({ endedAt }) => endedAt);
    return ends.length > 0 ? Math.min(...ends) : null;
  }

  lastFailureAt = () => this.#lastFailureAt;

  /** Resolves when every call was answered, or given up. */
  async stop() {
    this.#stopping.abort();
    await this.#running;
  }
}

/** Starts the load on a gateway. */
export const startLoad = ({ baseUrl, merchant, chain }, callbackUrl) =>
  new Load({ baseUrl, merchant, chain, callbackUrl });

/** Pays one large invoice, so that the merchant can pay out. Returns its id. */
export async function fundMerchant({ baseUrl, merchant, chain }, amount) {
  const terms = { amount: String(amount), currency: CURRENCY, network: "eth", order_id: randomUUID() };
  const { result } = await callOnce(baseUrl, signedCall(merchant, "/v1/payment", terms));
  await payToken(chain, { code: CURRENCY, to: result.address, amount });
  return result.uuid;
}
