import type { Prisma } from "@/lib/generated/prisma/client";
import { database, type Tx } from "@/lib/kernel/db";
import { type Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import type { Sweep, SweepPolicy, SweepStatus } from "@/lib/sending/sweeps/sweep";

const UNDER_WAY: SweepStatus[] = ["gas", "process"];

/** A mark that shows whether a new plan of sweeps may be worthwhile. */
export type PlanMark = {
  /**
   * Changes with every journal entry and operator action, and with the policies of sweeps and cold
   * addresses.
   */
  readonly text: string;
  /**
   * A sweep is under way or failed recently, or a send waits for a coin: these depend on time
   * alone.
   */
  readonly isUnderWay: boolean;
};

export async function readPlanMark(): Promise<PlanMark> {
  const [mark] = await database().$queryRaw<[PlanMark]>`
    SELECT concat_ws(' ', (SELECT max(id) FROM journal_entries), (SELECT max(id) FROM audit_events),
        (SELECT sum(hashtext(p::text)) FROM sweep_policies p), (SELECT sum(hashtext(c::text)) FROM cold_addresses c)) AS text,
      EXISTS (SELECT 1 FROM sweeps WHERE status IN ('gas', 'process') OR final_at > now() - interval '10 minutes' AND status = 'fail')
        OR EXISTS (SELECT 1 FROM sends WHERE status = 'queued' AND wait_reason IN ('funds', 'gas')) AS "isUnderWay"`;
  return mark;
}

/**
 * Returns the hot wallet's address of a network, the destination of sweeps; null before a worker
 * has run.
 */
export async function findHotAddress(tx: Tx, networkCode: string): Promise<string | null> {
  const rows = await tx.$queryRaw<{ address: string }[]>`
    SELECT h.address FROM hot_wallets h JOIN networks n ON n.family = h.family WHERE n.code = ${networkCode}
    ORDER BY h.derivation_index LIMIT 1`;
  return rows[0]?.address ?? null;
}

/** Returns the operator's own policy; null if the defaults apply. */
export function findPolicy(networkCode: string, currencyCode: string): Promise<SweepPolicy | null> {
  return readPolicy(database(), { networkCode, currencyCode });
}

type Coin = { readonly networkCode: string; readonly currencyCode: string };

/** Returns the policy, locked until the transaction ends. */
export async function lockPolicy(tx: Tx, coin: Coin): Promise<SweepPolicy | null> {
  await tx.$queryRaw`
    SELECT 1 FROM sweep_policies
    WHERE network_code = ${coin.networkCode} AND currency_code = ${coin.currencyCode} FOR UPDATE`;
  return readPolicy(tx, coin);
}

async function readPolicy(tx: Tx, coin: Coin): Promise<SweepPolicy | null> {
  const row = await tx.sweepPolicy.findUnique({ where: { currencyCode_networkCode: coin } });
  if (row === null) return null;
  const { isEnabled, amountMin, waitSecondsMax, batchMax } = row;
  return { isEnabled, amountMin: decimal(amountMin), waitSecondsMax, batchMax };
}

export async function upsertPolicy(
  tx: Tx,
  service: { readonly networkCode: string; readonly currencyCode: string },
  policy: SweepPolicy,
): Promise<void> {
  const data = { ...policy, amountMin: policy.amountMin.toFixed() };
  await tx.sweepPolicy.upsert({
    where: { currencyCode_networkCode: service },
    create: { ...service, ...data },
    update: data,
    select: { networkCode: true },
  });
}

export async function countUnderWay(networkCode: string, currencyCode: string): Promise<number> {
  return database().sweep.count({ where: { networkCode, currencyCode, status: { in: UNDER_WAY } } });
}

/**
 * Returns whether a sweep is under way from an address: its native coin pays for all of them, so
 * only one runs at a time.
 */
export async function isUnderWay(tx: Tx, networkCode: string, addressId: bigint): Promise<boolean> {
  return (await tx.sweep.count({ where: { networkCode, addressId, status: { in: UNDER_WAY } } })) > 0;
}

export async function insertSweep(tx: Tx, sweep: Sweep, depositIds: readonly string[]): Promise<void> {
  await tx.sweep.createMany({ data: [{ ...sweep, amount: sweep.amount.toFixed() }] });
  await tx.deposit.updateMany({ where: { id: { in: [...depositIds] } }, data: { sweepId: sweep.id } });
}

/**
 * Locks a sweep, its deposits and its address's residual balance, in this order: everything that
 * its sends will change.
 */
export async function lockSweep(tx: Tx, id: string): Promise<Sweep> {
  await tx.$queryRaw`SELECT 1 FROM sweeps WHERE id = ${id}::uuid FOR UPDATE`;
  await tx.$queryRaw`SELECT 1 FROM deposits WHERE sweep_id = ${id}::uuid ORDER BY id FOR UPDATE`;
  const row = await tx.sweep.findUniqueOrThrow({ where: { id } });
  await lockResidualBalance(tx, row.networkCode, row.addressId);
  return toSweep(row);
}

export async function findSweep(tx: Tx, id: string): Promise<Sweep> {
  return toSweep(await tx.sweep.findUniqueOrThrow({ where: { id } }));
}

export async function sumDeposits(tx: Tx, sweepId: string): Promise<Decimal> {
  const { _sum } = await tx.deposit.aggregate({ where: { sweepId }, _sum: { amount: true } });
  return _sum.amount === null ? ZERO : decimal(_sum.amount);
}

export async function setSweepStatus(tx: Tx, id: string, status: SweepStatus): Promise<void> {
  const finalAt = UNDER_WAY.includes(status) ? null : new Date();
  await tx.sweep.updateMany({ where: { id }, data: { status, finalAt } });
}

/** Makes its deposits available for another sweep. */
export async function freeDeposits(tx: Tx, sweepId: string): Promise<void> {
  await tx.deposit.updateMany({ where: { sweepId }, data: { sweepId: null } });
}

/**
 * Returns the native coin on a deposit address apart from its deposits, locked; the row is created
 * at its first use.
 */
export async function lockResidualBalance(tx: Tx, networkCode: string, addressId: bigint): Promise<Decimal> {
  await tx.residualBalance.createMany({ data: [{ networkCode, addressId }], skipDuplicates: true });
  const rows = await tx.$queryRaw<{ amount: Prisma.Decimal }[]>`
    SELECT amount FROM residual_balances WHERE network_code = ${networkCode} AND address_id = ${addressId} FOR UPDATE`;
  return rows[0] === undefined ? ZERO : decimal(rows[0].amount);
}

/** Requires the lock. */
export async function changeResidualBalance(
  tx: Tx,
  networkCode: string,
  addressId: bigint,
  by: Decimal,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE residual_balances SET amount = amount + ${by.toFixed()}::numeric WHERE network_code = ${networkCode} AND address_id = ${addressId}`;
}

/**
 * Returns the cost of an ended transaction for its sender, in the native currency; zero for a send
 * without a transaction, and if another account paid.
 */
export async function readOwnCost(tx: Tx, outgoingId: string | null): Promise<Decimal> {
  if (outgoingId === null) return ZERO;
  const select = { feePaid: true, feePayer: true };
  const row = await tx.outgoingTransaction.findUnique({ where: { id: outgoingId }, select });
  return row?.feePaid && row.feePayer === null ? decimal(row.feePaid) : ZERO;
}

/** Returns whether a transaction's sender pays its fee. */
export async function paysItself(tx: Tx, outgoingId: string | null): Promise<boolean> {
  if (outgoingId === null) return false;
  return (await tx.outgoingTransaction.count({ where: { id: outgoingId, feePayer: null } })) > 0;
}

/**
 * Returns whether the hot wallet ever paid a fee for a deposit address of this network: if it can,
 * it does so from the first sweep on.
 */
export async function hasPaidForOthers(networkCode: string): Promise<boolean> {
  return (await database().outgoingTransaction.count({ where: { networkCode, feePayer: { not: null } }, take: 1 })) > 0;
}

/**
 * Lists sweeps whose send, or whose gas, could not be signed since this time, unless sending is
 * stopped.
 */
export async function listStuck(networkCode: string, waitingSince: Date): Promise<StuckSweep[]> {
  return database().$queryRaw<StuckSweep[]>`
    SELECT w.id, s.purpose FROM sweeps w JOIN sends s ON s.purpose_id = w.id AND s.purpose IN ('gas', 'sweep') AND s.status = 'queued'
    WHERE w.network_code = ${networkCode} AND w.status IN ('gas', 'process')
      AND s.wait_reason IN ('funds', 'gas', 'fee', 'refused') AND s.waiting_since < ${waitingSince}`;
}
export type StuckSweep = { readonly id: string; readonly purpose: "gas" | "sweep" };

function toSweep(row: Prisma.SweepGetPayload<object>): Sweep {
  const { id, networkCode, currencyCode, addressId, address, status } = row;
  return { id, networkCode, currencyCode, addressId, address, status, amount: decimal(row.amount) };
}
