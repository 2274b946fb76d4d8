import { randomBytes, randomUUID } from "node:crypto";
import { encodeFunctionData } from "viem";
import { expect } from "vitest";
import { parseEvmAddress } from "@/lib/chains/evm/address";
import { ERC20_ABI } from "@/lib/chains/evm/config";
import { signBody } from "@/lib/fronts/machine-api/signatures";
import { database } from "@/lib/kernel/db";
import { toBaseUnits } from "@/lib/kernel/money/base-units";
import { decimal } from "@/lib/kernel/money/decimal";
import type { ApiProcess } from "@/lib/run/worker/testing/api-process";
import type { TestChain } from "@/lib/run/worker/testing/test-chain";
import type { TestGateway } from "@/lib/run/worker/testing/test-gateway";
import type { Random } from "@/lib/testing/random";

/**
 * Refusals that may be true while others spend the same balance. Anything else is a failure, above
 * all a response without a message.
 */
const HONEST_REFUSALS = [
  "Not enough funds",
  "Not enough balance for convert USDT to ETH",
  "Error convert to_currency",
  "The refund amount should not be more than the amount paid",
  "Refunds are made only for completed payments",
  "No found user wallet",
  // The network fee rises while the race fills its blocks.
  "The withdrawal amount is too small",
];
const CLIENTS = 12;
/** By then the slowest machine has spent the balance. */
const EMPTY_LIMIT_MS = 90_000;

export type RaceParts = {
  readonly chain: TestChain;
  readonly gateway: TestGateway;
  readonly apis: readonly ApiProcess[];
  readonly random: Random;
  /** Payments that may be refunded. */
  readonly paid: readonly string[];
};

export type RaceCount = { readonly accepted: number; readonly refused: number };

/**
 * Runs payouts, payouts through a conversion, refunds and transfers both ways on one balance, from
 * many concurrent clients: for `ms`, and on a machine too busy to spend it all by then, until the
 * first one is refused.
 */
export async function raceForBalance(parts: RaceParts, ms: number): Promise<RaceCount> {
  const endsAt = performance.now() + ms;
  const count = { accepted: 0, refused: 0 };
  const isOver = () => {
    const now = performance.now();
    return now >= endsAt && (count.refused > 0 || now >= endsAt + EMPTY_LIMIT_MS);
  };
  await Promise.all(Array.from({ length: CLIENTS }, () => spendUntil(parts, isOver, count)));
  return count;
}

async function spendUntil(
  parts: RaceParts,
  isOver: () => boolean,
  count: { accepted: number; refused: number },
): Promise<void> {
  while (!isOver()) {
    const { status, json } = await ask(parts, nextCall(parts));
    if (status === 200) {
      count.accepted += 1;
      continue;
    }
    count.refused += 1;
    expect({ status, json }).toEqual({ status: 422, json: { state: 1, message: expect.toBeOneOf(HONEST_REFUSALS) } });
  }
}

type Call = { readonly path: string; readonly body: object; readonly isPayoutKey: boolean };

function nextCall({ random, paid }: RaceParts): Call {
  const amount = (most: number) => `${random.whole(2, most)}.${random.whole(10, 99)}`;
  const to = { address: freshAddress(), order_id: randomUUID(), is_subtract: random.pick([true, false]) };
  const dice = random.whole(1, 10);
  if (dice <= 4) {
    const body = { ...to, amount: amount(60), currency: "USDT", network: "ETH" };
    return { path: "/v1/payout", isPayoutKey: true, body };
  }
  if (dice <= 6) {
    const body = {
      ...to,
      amount: `0.0${random.whole(10, 99)}`,
      currency: "ETH",
      network: "ETH",
      from_currency: "USDT",
    };
    return { path: "/v1/payout", isPayoutKey: true, body };
  }
  if (dice <= 8) {
    const body = { uuid: random.pick(paid), address: freshAddress(), is_subtract: true, amount: amount(40) };
    return { path: "/v1/payment/refund", isPayoutKey: false, body };
  }
  const path = dice === 9 ? "/v1/transfer/to-personal" : "/v1/transfer/to-business";
  return { path, isPayoutKey: true, body: { amount: amount(30), currency: "USDT" } };
}

function freshAddress(): string {
  return parseEvmAddress(`0x${randomBytes(20).toString("hex")}`) ?? "";
}

async function ask({ apis, gateway, random }: RaceParts, { path, body, isPayoutKey }: Call) {
  const bytes = JSON.stringify(body);
  const sign = signBody(Buffer.from(bytes), isPayoutKey ? gateway.payoutKey : gateway.paymentKey);
  const headers = { merchant: gateway.merchantId, sign, "content-type": "application/json" };
  const response = await fetch(`${random.pick(apis).url}${path}`, { method: "POST", headers, body: bytes });
  return { status: response.status, json: (await response.json()) as unknown };
}

/**
 * Expects every address to hold exactly what its payout or refund sent: once, and nothing if it was
 * not paid.
 */
export async function expectChainAgrees(chain: TestChain): Promise<void> {
  const payouts = await database().payout.findMany();
  const refunds = await database().refund.findMany();
  const outflows = [
    ...payouts.map(({ payerCode, ...row }) => ({ ...row, coin: payerCode })),
    ...refunds.map(({ currencyCode, ...row }) => ({ ...row, coin: currencyCode })),
  ];
  for (const { id, address, coin, status, sentAmount } of outflows) {
    expect(["paid", "fail", "cancel"], `${id} is final`).toContain(status);
    const [asset, decimals] = assetOf(chain, coin);
    const wanted = status === "paid" ? toBaseUnits(decimal(sentAmount), decimals) : 0n;
    expect(await balanceOnChain(chain, address, asset), `${id} ${status}`).toBe(wanted);
  }
}

function assetOf(chain: TestChain, coin: string): [contract: `0x${string}` | null, decimals: number] {
  if (coin === "ETH") return [null, 18];
  const { address, decimals } = chain.token(coin);
  return [address, decimals];
}

async function balanceOnChain({ anvil }: TestChain, address: string, contract: `0x${string}` | null): Promise<bigint> {
  if (contract === null) return BigInt((await anvil.rpc("eth_getBalance", [address, "latest"])) as string);
  const data = encodeFunctionData({ abi: ERC20_ABI, functionName: "balanceOf", args: [address as `0x${string}`] });
  return BigInt((await anvil.rpc("eth_call", [{ to: contract, data }, "latest"])) as string);
}
