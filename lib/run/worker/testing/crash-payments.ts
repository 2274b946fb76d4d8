import { randomUUID } from "node:crypto";
import { POST as createPayment } from "@/app/v1/payment/route";
import type { Receiver } from "@/lib/delivery/webhooks/testing/receiver";
import { signBody } from "@/lib/fronts/machine-api/signatures";
import { toBaseUnits } from "@/lib/kernel/money/base-units";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import type { PlayChain } from "@/lib/run/worker/testing/play-chain";
import type { TestGateway } from "@/lib/run/worker/testing/test-gateway";
import type { Random } from "@/lib/testing/random";

const CENTS_MIN = 2_000;
const CENTS_MAX = 9_000;
/** Overpaid by up to this many base units: the last digits must not get lost. */
const EXTRA_UNITS_MAX = 999_999_999;

export type Order = {
  readonly id: string;
  readonly coin: string;
  readonly network: string;
  /** Exactly what was sent, in base units, one entry per transaction. */
  readonly sent: readonly bigint[];
  readonly decimals: number;
  readonly isOverpaid: boolean;
};

type Coin = { readonly chain: PlayChain; readonly coin: string; readonly isNative: boolean; readonly decimals: number };
type Parts = {
  readonly chains: readonly PlayChain[];
  readonly gateway: TestGateway;
  readonly shop: Receiver;
  readonly random: Random;
};

/**
 * Creates invoices alternately through the command and the signed API, and pays them in full, in
 * two parts, or too much.
 */
export function createPayments(parts: Parts): { order: (count: number) => Promise<Order[]> } {
  const coins = parts.chains.flatMap(coinsOf);
  let made = 0;
  const orderOne = async (): Promise<Order> => {
    made += 1;
    const { chain, coin, isNative, decimals } = parts.random.pick(coins);
    const cents = parts.random.whole(CENTS_MIN, CENTS_MAX);
    const terms = {
      amount: `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`,
      coin,
      network: chain.network,
    };
    const asked = made % 2 === 0 ? await createByCommand(parts, terms) : await createByApi(parts, terms);
    const due = toBaseUnits(asked.payerAmount, decimals);
    const { units, isOverpaid } = splitDue(due, parts.random);
    for (const part of units) await chain.pay(asked.address, part, isNative ? null : coin);
    return { id: asked.id, coin, network: chain.network, sent: units, decimals, isOverpaid };
  };
  return {
    async order(count) {
      const orders: Order[] = [];
      for (let left = count; left > 0; left -= 1) orders.push(await orderOne());
      return orders;
    },
  };
}

function splitDue(due: bigint, random: Random): { units: bigint[]; isOverpaid: boolean } {
  const kind = random.whole(1, 10);
  if (kind <= 6) return { units: [due], isOverpaid: false };
  if (kind <= 8) {
    const first = due / BigInt(random.whole(2, 5));
    return { units: [first, due - first], isOverpaid: false };
  }
  return { units: [due + BigInt(random.whole(1, EXTRA_UNITS_MAX))], isOverpaid: true };
}

function coinsOf(chain: PlayChain): Coin[] {
  const { native, tokens } = chain;
  return [
    { chain, coin: native.currency, isNative: true, decimals: native.decimals },
    ...tokens.map(({ currency, decimals }) => ({ chain, coin: currency, isNative: false, decimals })),
  ];
}

type RequestedInvoice = { readonly id: string; readonly address: string; readonly payerAmount: Decimal };
type Terms = { readonly amount: string; readonly coin: string; readonly network: string };

async function createByCommand({ gateway, shop }: Parts, terms: Terms): Promise<RequestedInvoice> {
  const { id, currentQuote } = await gateway.invoice({ ...terms, callback: shop.url });
  if (currentQuote === null) throw new Error("an invoice with a fixed coin has a quote");
  return { id, address: currentQuote.address, payerAmount: currentQuote.payerAmount };
}

/** Calls the API like a merchant's server. */
async function createByApi({ gateway, shop }: Parts, { amount, coin, network }: Terms): Promise<RequestedInvoice> {
  const asked = { amount, currency: "USD", to_currency: coin, network, order_id: randomUUID(), url_callback: shop.url };
  const body = JSON.stringify(asked);
  const sign = signBody(Buffer.from(body), gateway.paymentKey);
  const headers = { merchant: gateway.merchantId, sign, "content-type": "application/json" };
  const response = await createPayment(new Request("http://127.0.0.1/v1/payment", { method: "POST", headers, body }));
  const answer = (await response.json()) as {
    state: number;
    result: { uuid: string; address: string; payer_amount: string };
  };
  if (answer.state !== 0) throw new Error(`the API refused: ${JSON.stringify(answer)}`);
  const { result } = answer;
  return { id: result.uuid, address: result.address, payerAmount: decimal(result.payer_amount) };
}
