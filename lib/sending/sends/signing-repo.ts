import { Prisma } from "@/lib/generated/prisma/client";
import { database, type Tx } from "@/lib/kernel/db";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import { MOVABLE } from "@/lib/money-in/deposits/repo";
import {
  type RecentOutflow,
  type RecentOutflowRow,
  recentOutflowSql,
  toRecentOutflows,
} from "@/lib/sending/sends/evaluate-cap";
import type { Send, SendPurpose } from "@/lib/sending/sends/send";
import { custodyOf, payingPlace, type SendFunds, type SendPlace } from "@/lib/sending/sends/send-custody";
import type { SendTerms } from "@/lib/sending/sends/send-terms";

/** What decides, under the account's lock, whether a send may be signed. */
export type SigningState = SendFunds & {
  readonly isStopped: boolean;
  /** Of the account, in no block. */
  readonly inFlight: number;
  /** Empty where it was not asked for. */
  readonly left: readonly RecentOutflow[];
};

/** Which purposes count towards a cap; `except`: a transaction that is judged by its own sends. */
export type CountedForCap = { readonly counted: readonly SendPurpose[]; readonly except: string | null };

/**
 * One statement, so that the lock is held for a short time. @param forCap null: what has left is
 * not asked for
 */
export async function readSigningState(
  tx: Tx,
  send: Send,
  terms: Pick<SendTerms, "address" | "feePayer" | "nativeCurrency">,
  forCap: CountedForCap | null = null,
): Promise<SigningState> {
  const { networkCode } = send;
  const left = forCap === null ? Prisma.sql`'[]'::json` : recentOutflowSql(networkCode, forCap.counted, forCap.except);
  const [row] = await tx.$queryRaw<[Row]>`
    SELECT ${isStoppedSql(networkCode)} AS stopped,
      (SELECT count(*)::int FROM outgoing_transactions
        WHERE network_code = ${networkCode} AND from_address = ${terms.address} AND status = 'signed') AS in_flight,
      ${left} AS left_lately,
      ${fundsSql(send, terms)}`;
  const funds = { coin: decimal(row.coin), native: decimal(row.native) };
  return { ...funds, isStopped: row.stopped, inFlight: row.in_flight, left: toRecentOutflows(row.left_lately) };
}

type Row = {
  stopped: boolean;
  in_flight: number;
  left_lately: readonly RecentOutflowRow[];
  coin: Prisma.Decimal;
  native: Prisma.Decimal;
};

/**
 * What stands in the books at this moment where a send and its fee are paid from; nothing keeps it
 * there.
 */
export async function readFunds(
  tx: Tx,
  send: Send,
  terms: Pick<SendTerms, "feePayer" | "nativeCurrency">,
): Promise<SendFunds> {
  const [row] = await tx.$queryRaw<[{ coin: Prisma.Decimal; native: Prisma.Decimal }]>`
    SELECT ${fundsSql(send, terms)}`;
  return { coin: decimal(row.coin), native: decimal(row.native) };
}

function fundsSql(
  send: Send,
  { feePayer, nativeCurrency }: Pick<SendTerms, "feePayer" | "nativeCurrency">,
): Prisma.Sql {
  const native = balanceSql(payingPlace(send, feePayer), nativeCurrency, send.purposeId);
  return Prisma.sql`${balanceSql(send, send.currencyCode, send.purposeId)} AS coin, ${native} AS native`;
}

/**
 * What stands in the books where sends are paid from, by coin: in the hot wallet and on deposit
 * addresses.
 */
export async function readCustody(networkCode: string): Promise<{ currencyCode: string; amount: Decimal }[]> {
  const rows = await database().$queryRaw<{ currencyCode: string; amount: Prisma.Decimal }[]>`
    SELECT a.currency_code AS "currencyCode", sum(b.balance) AS amount FROM accounts a JOIN account_balances b ON b.account_id = a.id
    WHERE a.class = 'custody' AND a.kind IN ('hot', 'deposits') AND a.owner_id = ${networkCode} GROUP BY 1`;
  return rows.map(({ currencyCode, amount }) => ({ currencyCode, amount: decimal(amount) }));
}

/**
 * What the books have in a network's hot wallet and on the chain, by coin: what left the chain and
 * waits to be reversed is not counted.
 */
export async function readHotBalances(networkCode: string): Promise<{ currencyCode: string; amount: Decimal }[]> {
  const rows = await database().$queryRaw<{ currencyCode: string; amount: Prisma.Decimal }[]>`
    SELECT a.currency_code AS "currencyCode", sum(b.balance) - coalesce((SELECT sum(d.amount) FROM deposits d
        WHERE d.owner_kind = 'hot' AND d.network_code = ${networkCode} AND d.currency_code = a.currency_code AND d.status = 'vanished'
          AND d.booked_inclusion IS NOT NULL), 0) AS amount
    FROM accounts a JOIN account_balances b ON b.account_id = a.id
    WHERE a.class = 'custody' AND a.kind = 'hot' AND a.owner_id = ${networkCode} GROUP BY 1`;
  return rows.map(({ currencyCode, amount }) => ({ currencyCode, amount: decimal(amount) }));
}

/**
 * Whether nothing may be signed on a network now: a kill switch, a nonce that is not ours, or a
 * node of another chain.
 */
export async function selectIsStopped(tx: Tx, networkCode: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<[{ stopped: boolean }]>`SELECT ${isStoppedSql(networkCode)} AS stopped`;
  return row.stopped;
}

function isStoppedSql(networkCode: string): Prisma.Sql {
  return Prisma.sql`(EXISTS (SELECT FROM send_stops WHERE scope IN (${networkCode}, 'all'))
    OR EXISTS (SELECT FROM chain_cursors WHERE network_code = ${networkCode} AND stopped_at IS NOT NULL))`;
}

/**
 * What a reorganisation took from the hot wallet stands in the books until it is reversed: nothing
 * is covered by it, nor by what is kept back.
 */
function balanceSql(place: SendPlace, currency: string, purposeId: string): Prisma.Sql {
  const { kind, ownerId } = custodyOf(place, currency);
  const booked = Prisma.sql`(SELECT coalesce(sum(b.balance), 0) FROM accounts a JOIN account_balances b ON b.account_id = a.id
    WHERE a.kind = ${kind} AND a.owner_id = ${ownerId} AND a.currency_code = ${currency})`;
  if (place.fromAddress !== null) return booked;
  return Prisma.sql`(${booked} - ${reservedSql(place.networkCode, currency, purposeId)} - (SELECT coalesce(sum(amount), 0) FROM deposits
    WHERE owner_kind = 'hot' AND network_code = ${place.networkCode} AND currency_code = ${currency} AND status = 'vanished'
      AND booked_inclusion IS NOT NULL))`;
}

/**
 * Deposits that stand in the hot wallet's books and are not ours to move. Where coins are chosen by
 * us they are not among them; Monero's wallet chooses by itself, so their sum stays in it. What a
 * refund gives back is there for that refund, unless it has left the chain.
 */
function reservedSql(networkCode: string, currency: string, purposeId: string): Prisma.Sql {
  return Prisma.sql`(SELECT coalesce(sum(d.amount), 0) FROM deposits d JOIN networks n ON n.code = d.network_code
    WHERE n.family = 'xmr' AND d.network_code = ${networkCode} AND d.currency_code = ${currency}
      AND d.owner_kind IS DISTINCT FROM 'hot' AND d.booked_inclusion IS NOT NULL AND NOT (${MOVABLE})
      AND NOT (d.status = 'confirmed' AND d.id IN (
        SELECT h.deposit_id FROM wallet_holds h WHERE h.refund_id = ${purposeId}::uuid AND h.reversed_at IS NULL
        UNION ALL SELECT k.deposit_id FROM refunds r JOIN cases k ON k.id = r.case_id WHERE r.id = ${purposeId}::uuid)))`;
}
