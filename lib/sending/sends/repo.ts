import type { Prisma } from "@/lib/generated/prisma/client";
import { database, type Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { decimal } from "@/lib/kernel/money/decimal";
import type { Send, SendOrder, SendPurpose, WaitReason } from "@/lib/sending/sends/send";

/** PostgreSQL channel that wakes the engine; the payload is the network. */
export const SENDS_CHANNEL = "chaintill_sends";

export async function insertSend(tx: Tx, order: SendOrder): Promise<Send> {
  const { amount, feeExpected, ...rest } = order;
  const exact = { amount: amount.toFixed(), feeExpected: feeExpected?.toFixed() ?? null };
  return toSend(await tx.send.create({ data: { ...rest, ...exact } }));
}

/** Delivered when the transaction commits, and only then. */
export async function notifySends(tx: Tx, networkCode: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${SENDS_CHANNEL}, ${networkCode})`;
}

/** Returns whether it was still queued. */
export async function cancelQueued(tx: Tx, purpose: SendPurpose, purposeId: string): Promise<boolean> {
  const now = new Date();
  const { count } = await tx.send.updateMany({
    where: { purpose, purposeId, status: "queued" },
    data: { status: "cancelled", updatedAt: now, finalAt: now },
  });
  return count === 1;
}

export async function findSendOf(tx: Tx, purpose: SendPurpose, purposeId: string): Promise<Send | null> {
  const row = await tx.send.findUnique({ where: { purpose_purposeId: { purpose, purposeId } } });
  return row && toSend(row);
}

export async function findSend(id: string): Promise<Send | null> {
  const row = await database().send.findUnique({ where: { id } });
  return row && toSend(row);
}

/** Counts the unsigned sends of one sender (null: the hot wallet) queued before this time. */
export async function countQueuedBefore(
  tx: Tx,
  { networkCode, fromAddress }: { networkCode: string; fromAddress: string | null },
  before: Date,
): Promise<number> {
  return tx.send.count({ where: { networkCode, fromAddress, status: "queued", createdAt: { lt: before } } });
}

/**
 * Lists the sends that may be signed now, at most `share` of each of four kinds, so that no kind
 * can block another, however many there are: sends of the hot wallet and of deposit addresses, each
 * split into unblocked and waiting ones. Within a kind, gas comes first, then the longest due.
 * Unblocked sends come first.
 */
export async function listDue(networkCode: string, share: number): Promise<Send[]> {
  const due = await database().$queryRaw<{ id: string }[]>`
    SELECT id FROM (
      SELECT id, wait_reason IS NOT NULL AS waits, purpose <> 'gas' AS is_later, next_try_at, created_at,
        row_number() OVER (PARTITION BY from_address IS NULL, wait_reason IS NULL
          ORDER BY purpose <> 'gas', next_try_at, created_at, id) AS place
      FROM sends WHERE network_code = ${networkCode} AND status = 'queued' AND next_try_at <= ${new Date()}) AS queued
    WHERE place <= ${share} ORDER BY waits, is_later, next_try_at, created_at, id`;
  if (due.length === 0) return [];
  const rows = await database().send.findMany({ where: { id: { in: due.map(({ id }) => id) } } });
  const found = new Map(rows.map((row) => [row.id, row]));
  return due.flatMap(({ id }) => {
    const row = found.get(id);
    return row === undefined ? [] : [toSend(row)];
  });
}

/**
 * Lists the networks with work for the engine: a send is due, waits for a coin that may have
 * arrived, or is in flight, or sends are stopped because of nonces that may match again. Checks all
 * networks in one statement.
 */
export async function listBusyNetworks(): Promise<string[]> {
  const rows = await database().$queryRaw<{ code: string }[]>`
    SELECT network_code AS code FROM sends
    WHERE status = 'queued' AND (next_try_at <= now() OR wait_reason IN ('funds', 'gas'))
    UNION SELECT network_code FROM outgoing_transactions WHERE status IN ('signed', 'included')
    UNION SELECT scope FROM send_stops WHERE kind LIKE 'nonce:%'`;
  return rows.map(({ code }) => code);
}

/** Makes sends due that waited for a stop of this network (null: of any network) to end. */
export async function endStoppedWaits(tx: Tx, networkCode: string | null): Promise<void> {
  const of = networkCode === null ? {} : { networkCode };
  await tx.send.updateMany({
    where: { ...of, status: "queued", waitReason: "stopped" },
    data: { nextTryAt: new Date() },
  });
}

/**
 * Makes sends due, on any network, that waited because these merchants were blocked; returns those
 * networks. A send that is still blocked is deferred again.
 */
export async function endHeldWaits(tx: Tx, merchantIds: readonly string[]): Promise<string[]> {
  const ids = [...merchantIds];
  const rows = await tx.$queryRaw<{ networkCode: string }[]>`
    UPDATE sends s SET next_try_at = now()
    FROM outflows o
    WHERE s.status = 'queued' AND s.wait_reason IN ('blocked', 'cooldown', 'requester') AND s.purpose IN ('payout', 'refund')
      AND o.kind::text = s.purpose::text AND o.subject_id = s.purpose_id AND o.merchant_id = ANY(${ids}::uuid[])
    RETURNING s.network_code AS "networkCode"`;
  return [...new Set(rows.map(({ networkCode }) => networkCode))];
}

/**
 * Makes sends due that wait for a coin, because some of it has arrived. @param native the coin in
 * which fees are paid
 */
export async function endCoinWaits(networkCode: string, currencyCodes: readonly string[], native: string) {
  const forGas = currencyCodes.includes(native) ? [{ waitReason: "gas" }] : [];
  await database().send.updateMany({
    where: {
      networkCode,
      status: "queued",
      OR: [{ waitReason: "funds", currencyCode: { in: [...currencyCodes] } }, ...forGas],
    },
    data: { nextTryAt: new Date() },
  });
}

/** Returns whether any send on a network waits for a coin. */
export async function isCoinAwaited(networkCode: string): Promise<boolean> {
  const waitReason = { in: ["funds", "gas"] };
  const found = await database().send.findFirst({
    where: { networkCode, status: "queued", waitReason },
    select: { id: true },
  });
  return found !== null;
}

/** A send with the state of its locked row. */
export type LockedSend = Send & { readonly waitingSince: Date | null };

/**
 * Locks a send, and returns its current state; its order never changes. @throws Error when it does
 * not exist
 */
export async function lockSend(tx: Tx, send: Send): Promise<LockedSend> {
  const [locked] = await lockSendRows(tx, [send]);
  invariant(locked, "a locked send is returned");
  return locked;
}

/**
 * Locks sends in the order of their purposes and owners, which is the same for everyone. Returns
 * their current state, in the given order. @throws Error when one does not exist
 */
export async function lockSendRows(tx: Tx, sends: readonly Send[]): Promise<LockedSend[]> {
  const rows = await tx.$queryRaw<LockedFields[]>`
    SELECT id::text AS id, status::text AS status, wait_reason AS "waitReason", refusal_count AS "refusalCount",
      outgoing_id::text AS "outgoingId", waiting_since AS "waitingSince"
    FROM sends WHERE id = ANY(${sends.map(({ id }) => id)}::uuid[]) ORDER BY purpose::text COLLATE "C", purpose_id FOR UPDATE`;
  const found = new Map(rows.map((row) => [row.id, row]));
  return sends.map((send) => {
    const row = found.get(send.id);
    if (row === undefined) throw new Error(`there is no send ${send.id}`);
    return { ...send, ...row };
  });
}

type LockedFields = Pick<Send, "id" | "status" | "waitReason" | "refusalCount" | "outgoingId"> & {
  readonly waitingSince: Date | null;
};

/**
 * Records that it cannot be signed for this reason; `since` is unchanged while the reason is the
 * same.
 */
export async function markWaiting(
  tx: Tx,
  id: string,
  wait: { reason: WaitReason; detail: string; since: Date | null; refusalCount: number; nextTryAt: Date },
): Promise<void> {
  const { reason, detail, since, ...rest } = wait;
  const data = { waitReason: reason, waitDetail: detail, ...rest, ...(since === null ? {} : { waitingSince: since }) };
  await tx.send.updateMany({ where: { id, status: "queued" }, data: { ...data, updatedAt: new Date() } });
}

/** Defers sends for an internal reason, without changing their state. */
export async function postpone(ids: readonly string[], nextTryAt: Date): Promise<void> {
  await database().send.updateMany({ where: { id: { in: [...ids] }, status: "queued" }, data: { nextTryAt } });
}

export async function markFinal(tx: Tx, id: string, end: { status: "failed"; failure: string }): Promise<void> {
  const now = new Date();
  await tx.send.updateMany({ where: { id }, data: { ...end, updatedAt: now, finalAt: now } });
}

export type WaitingCoin = {
  readonly currencyCode: string;
  readonly reason: "funds" | "gas" | "cap";
  readonly count: bigint;
  /** Detail of one of them, as text. */
  readonly detail: string;
};

/**
 * Returns which coins of a network sends wait for, or which wait for the hourly cap, with the
 * number of sends.
 */
export async function listWaitingCoins(networkCode: string): Promise<WaitingCoin[]> {
  return database().$queryRaw<WaitingCoin[]>`
    SELECT currency_code AS "currencyCode", wait_reason AS reason, count(*) AS count, coalesce(max(wait_detail), '') AS detail FROM sends
    WHERE network_code = ${networkCode} AND status = 'queued' AND wait_reason IN ('funds', 'gas', 'cap') GROUP BY 1, 2`;
}

export function toSend(row: Prisma.SendGetPayload<object>): Send {
  return {
    id: row.id,
    purpose: row.purpose,
    purposeId: row.purposeId,
    networkCode: row.networkCode,
    currencyCode: row.currencyCode,
    amount: decimal(row.amount),
    fromAddress: row.fromAddress,
    toAddress: row.toAddress,
    memo: row.memo,
    priority: row.priority,
    feeExpected: row.feeExpected === null ? null : decimal(row.feeExpected),
    status: row.status,
    // Only values of the list of reasons are ever written.
    waitReason: row.waitReason as WaitReason | null,
    refusalCount: row.refusalCount,
    outgoingId: row.outgoingId,
    createdAt: row.createdAt,
  };
}
