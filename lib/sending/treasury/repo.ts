import type { Prisma } from "@/lib/generated/prisma/client";
import { database, type Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import { type AccountName, feesEarned, operatorCapital } from "@/lib/ledger/account";

/** The cold address for a hot wallet's surplus. */
export type ColdAddress = {
  readonly networkCode: string;
  readonly currencyCode: string;
  /** In canonical form. The gateway does not have its key. */
  readonly address: string;
  /** Stays in the hot wallet; a balance above twice this is reduced to this. */
  readonly keepAmount: Decimal;
  readonly isEnabled: boolean;
};

export type Coin = Pick<ColdAddress, "networkCode" | "currencyCode">;

export async function findColdAddress(tx: Tx, networkCode: string, currencyCode: string): Promise<ColdAddress | null> {
  const row = await tx.coldAddress.findUnique({ where: { currencyCode_networkCode: { currencyCode, networkCode } } });
  return row && { ...row, keepAmount: decimal(row.keepAmount) };
}

/** Returns it locked, so that the surplus is sent once. */
export async function lockColdAddress(tx: Tx, { networkCode, currencyCode }: Coin): Promise<ColdAddress | null> {
  await tx.$queryRaw`
    SELECT 1 FROM cold_addresses WHERE network_code = ${networkCode} AND currency_code = ${currencyCode} FOR UPDATE`;
  return await findColdAddress(tx, networkCode, currencyCode);
}

export function listEnabledColdCoins(networkCode: string): Promise<Coin[]> {
  return database().coldAddress.findMany({
    where: { networkCode, isEnabled: true },
    select: { networkCode: true, currencyCode: true },
  });
}

/** `addressSetAt`: when this address was set; null leaves it unchanged. */
export async function upsertColdAddress(tx: Tx, cold: ColdAddress, addressSetAt: Date | null): Promise<void> {
  const { networkCode, currencyCode, address, isEnabled, keepAmount } = cold;
  const data = { address, isEnabled, keepAmount: keepAmount.toFixed(), ...(addressSetAt && { addressSetAt }) };
  await tx.coldAddress.upsert({
    where: { currencyCode_networkCode: { currencyCode, networkCode } },
    create: { networkCode, currencyCode, ...data },
    update: data,
    select: { address: true },
  });
}

/**
 * Returns when an address became the cold address of a coin; null when it is not, or when it did
 * before this was recorded and so has been known long enough. Other coins do not count: otherwise
 * the waiting period could be bypassed with a coin that nobody watches.
 */
export async function findAddressSetAt(tx: Tx, address: string, coin: Coin): Promise<Date | null> {
  const { networkCode, currencyCode } = coin;
  const where = { address, networkCode, currencyCode };
  return (await tx.coldAddress.findFirst({ where, select: { addressSetAt: true } }))?.addressSetAt ?? null;
}

/**
 * Returns the total of queued, unsigned sends of a coin from the hot wallet, which precede anything
 * new.
 */
export async function sumQueued(tx: Tx, { networkCode, currencyCode }: Coin): Promise<Decimal> {
  const where = { networkCode, currencyCode, fromAddress: null, status: "queued" as const };
  const { _sum } = await tx.send.aggregate({ where, _sum: { amount: true } });
  return decimal(_sum.amount ?? "0");
}

/**
 * `earnings`: earned fees. `capital`: unreserved capital, also to move it to another network.
 * `cold`: remains the gateway's.
 */
const WITHDRAWAL_KINDS = ["earnings", "capital", "cold"] as const;
export type WithdrawalKind = (typeof WITHDRAWAL_KINDS)[number];

type WithdrawalStatus = "process" | "check" | "paid" | "fail" | "cancel";

/** A withdrawal of the operator's money from a hot wallet. */
export type Withdrawal = {
  readonly id: string;
  readonly kind: WithdrawalKind;
  readonly networkCode: string;
  readonly currencyCode: string;
  readonly address: string;
  /** Exact, in the currency: the amount that arrives. */
  readonly amount: Decimal;
  readonly status: WithdrawalStatus;
  readonly transactionId: string | null;
};

/** Returns the account that is debited; null for a withdrawal that only moves funds. */
export function sourceOf({ kind, currencyCode }: Pick<Withdrawal, "kind" | "currencyCode">): AccountName | null {
  if (kind === "cold") return null;
  return kind === "earnings" ? feesEarned(currencyCode) : operatorCapital(currencyCode);
}

/** Returns false when it already exists: the order is repeated. */
export async function insertWithdrawal(tx: Tx, withdrawal: NewWithdrawal): Promise<boolean> {
  const { amount, ...rest } = withdrawal;
  const { count } = await tx.withdrawal.createMany({
    data: [{ ...rest, amount: amount.toFixed() }],
    skipDuplicates: true,
  });
  return count === 1;
}
export type NewWithdrawal = Omit<Withdrawal, "status" | "transactionId"> & {
  readonly memo: string;
  readonly createdById: string | null;
};

/** Returns it locked; null when there is none. */
export async function lockWithdrawal(tx: Tx, id: string): Promise<Withdrawal | null> {
  await tx.$queryRaw`SELECT 1 FROM withdrawals WHERE id = ${id}::uuid FOR UPDATE`;
  const row = await tx.withdrawal.findUnique({ where: { id } });
  return row && toWithdrawal(row);
}

/** Requires its lock. */
export async function getWithdrawal(tx: Tx, id: string): Promise<Withdrawal> {
  const row = await tx.withdrawal.findUnique({ where: { id } });
  invariant(row, `withdrawal ${id} is there`);
  return toWithdrawal(row);
}

const FINAL: readonly WithdrawalStatus[] = ["paid", "fail", "cancel"];

export async function updateWithdrawal(
  tx: Tx,
  id: string,
  data: { status?: WithdrawalStatus; transactionId?: string; failure?: string },
): Promise<void> {
  const isFinal = data.status !== undefined && FINAL.includes(data.status);
  await tx.withdrawal.updateMany({ where: { id }, data: { ...data, ...(isFinal && { finalAt: new Date() }) } });
}

/** Returns whether a transfer of a coin's surplus to its cold address is under way. */
export async function isForwarding(tx: Tx, networkCode: string, currencyCode: string): Promise<boolean> {
  const where = { networkCode, currencyCode, kind: "cold" as const };
  return (await tx.withdrawal.count({ where: { ...where, status: { in: ["process", "check"] } } })) > 0;
}

/**
 * Returns how many transactions to the cold address failed since the last successful one, and when
 * the last of them did; null: none.
 */
export async function readFailures(
  tx: Tx,
  { networkCode, currencyCode }: Pick<Withdrawal, "networkCode" | "currencyCode">,
): Promise<{ readonly failures: number; readonly lastAt: Date | null }> {
  const rows = await tx.$queryRaw<{ failures: number; lastAt: Date | null }[]>`
    SELECT count(*)::int AS failures, max(final_at) AS "lastAt" FROM withdrawals
    WHERE network_code = ${networkCode} AND currency_code = ${currencyCode} AND kind = 'cold' AND status = 'fail'
      AND created_at > coalesce((SELECT max(created_at) FROM withdrawals WHERE network_code = ${networkCode}
        AND currency_code = ${currencyCode} AND kind = 'cold' AND status = 'paid'), '-infinity')`;
  return rows[0] ?? { failures: 0, lastAt: null };
}

function toWithdrawal(row: Prisma.WithdrawalGetPayload<object>): Withdrawal {
  const { id, kind, networkCode, currencyCode, address, status, transactionId } = row;
  return { id, kind, networkCode, currencyCode, address, status, transactionId, amount: decimal(row.amount) };
}
