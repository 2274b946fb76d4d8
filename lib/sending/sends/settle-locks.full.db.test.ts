import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mapLimited } from "@/lib/chains/limits";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import {
  type AccountName,
  depositsCustody,
  feesEarned,
  hotCustody,
  inFlightCustody,
  networkCosts,
  operatorCapital,
} from "@/lib/ledger/account";
import { auditBooks } from "@/lib/ledger/audit-books";
import { postEntry, shardFor } from "@/lib/ledger/post-entry";
import { openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { payoutSends } from "@/lib/money-out/payouts/payout-sends";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import { EVM_ADDRESS, newPayer, type Payer } from "@/lib/money-out/payouts/testing/payout-rig";
import { createTransfer } from "@/lib/money-out/transfers/create-transfer";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { sendOwner, setSendOwner } from "@/lib/sending/sends/send-owner";
import { foundIn, settleFound } from "@/lib/sending/sends/testing/simulated-chain";
import { createSend, ownSends } from "@/lib/sending/sends/testing/test-owner";
import { simulateSigned } from "@/lib/sending/sweeps/testing/simulated-sends";

const NATIVE = "BNB";
const FEE_MAX = decimal("0.01");
const COST = decimal("0.004");
const HEIGHT = 900;
const FROM_ADDRESSES = 72;
const MERCHANTS = 4;
/** Per merchant. */
const PAYOUTS = 6;
/**
 * Half the process's database connections: on a slow machine nothing waits for those that wait for
 * a lock.
 */
const AT_ONCE = 8;
const LIMIT_MS = 240_000;

let payers: Payer[];

beforeAll(async () => {
  await openGateway(3);
  ownSends();
  setSendOwner("payout", payoutSends);
  await openEveryShard();
  payers = await Promise.all(Array.from({ length: MERCHANTS }, () => newPayer({ USDT: "1000" })));
}, LIMIT_MS);
afterAll(closeDatabase);

/**
 * Creates every balance row that will be posted to, as after some days of business; the hot wallet
 * holds enough.
 */
async function openEveryShard(): Promise<void> {
  const shards = new Set<number>();
  const capital = (debit: AccountName) => ({ debit, credit: operatorCapital(debit.currency), amount: decimal("1000") });
  const kept = [hotCustody("bsc", NATIVE), hotCustody("bsc", "USDT")].map(capital);
  const moved = [depositsCustody("bsc", NATIVE), inFlightCustody("bsc", NATIVE), inFlightCustody("bsc", "USDT")];
  const there = [...moved, networkCosts(NATIVE), feesEarned("USDT")].map(capital);
  const back = there.map(({ debit, credit, amount }) => ({ debit: credit, credit: debit, amount }));
  while (shards.size < hotCustody("bsc", NATIVE).shardCount) {
    const reference = randomUUID();
    const shard = shardFor(hotCustody("bsc", NATIVE), reference);
    if (shards.has(shard)) continue;
    shards.add(shard);
    const about = { reference, groupId: "test" };
    await withTransaction(async (tx) => {
      await postEntry(tx, { kind: "capital.fund", ...about, legs: [...kept, ...there] });
      await postEntry(tx, { kind: "capital.move", ...about, legs: back });
    });
  }
}

/**
 * Signs a send of the native coin from its own deposit address, so that only the books can make two
 * of them wait for each other.
 */
async function signedFromAddress(): Promise<string> {
  const fromAddress = `0x${randomBytes(20).toString("hex")}`;
  const { purposeId } = await createSend({
    purpose: "withdrawal",
    networkCode: "bsc",
    currencyCode: NATIVE,
    amount: "1",
    fromAddress,
  });
  await simulateSigned({ purpose: "withdrawal", owner: sendOwner("withdrawal"), purposeId, native: NATIVE }, FEE_MAX);
  return outgoingOf(purposeId);
}

async function createTestPayout({ merchantId }: Payer): Promise<string> {
  const fields = { amount: "3", currency: "USDT", network: "bsc", address: EVM_ADDRESS, is_subtract: false };
  const input = createPayoutInput.parse({ ...fields, order_id: randomUUID() });
  return (await createPayout(await getMerchant(merchantId), input)).id;
}

async function signedPayout(payer: Payer): Promise<string> {
  const purposeId = await createTestPayout(payer);
  await simulateSigned({ purpose: "payout", owner: payoutSends, purposeId, native: NATIVE }, FEE_MAX);
  return outgoingOf(purposeId);
}

async function outgoingOf(purposeId: string): Promise<string> {
  const { outgoingId } = await database().send.findFirstOrThrow({ where: { purposeId } });
  if (outgoingId === null) throw new Error("it is not signed");
  return outgoingId;
}

function transfer({ merchantId, userId }: Payer): Promise<void> {
  return createTransfer({ merchantId, actorId: userId, direction: "to-personal", currency: "USDT", amount: "3" });
}

/** A connection reports its statistics when it closes. */
async function countDeadlocks(): Promise<bigint> {
  await closeDatabase();
  const [row] = await database().$queryRaw<[{ deadlocks: bigint }]>`
    SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`;
  return row.deadlocks;
}

test(
  "many concurrent ends of sends, with payouts and transfers of the same balances, never deadlock",
  async () => {
    const orders = [
      ...Array.from({ length: FROM_ADDRESSES }, () => signedFromAddress),
      ...payers.flatMap((payer) => Array.from({ length: PAYOUTS }, () => () => signedPayout(payer))),
    ];
    const signed = await mapLimited(orders, AT_ONCE, (order) => order());
    const found: Awaited<ReturnType<typeof foundIn>>[] = [];
    for (const id of signed) found.push(await foundIn(id, { height: HEIGHT, hash: "0x0900", cost: COST }));
    const before = await countDeadlocks();
    const others = payers.flatMap((payer) =>
      Array.from({ length: PAYOUTS }, () => [() => createTestPayout(payer), () => transfer(payer)]),
    );
    const race = [...found.map((one) => () => settleFound(one)), ...others.flat()].map((go, index) => ({
      go,
      turn: index % 7,
    }));
    const mixed = race.toSorted((first, second) => first.turn - second.turn);
    const outcomes = await mapLimited(mixed, AT_ONCE, async ({ go }) => (await Promise.allSettled([go()]))[0]);
    expect(await countDeadlocks()).toBe(before);
    expect(outcomes.filter(({ status }) => status === "rejected")).toEqual([]);
    const open = await database().outgoingTransaction.count({ where: { status: { not: "settled" } } });
    expect(open).toBe(0);
    // The senders' addresses never received a payment.
    const { differences } = await auditBooks();
    expect(differences.filter((line) => !line.startsWith("Deposit addresses hold"))).toEqual([]);
  },
  LIMIT_MS,
);
