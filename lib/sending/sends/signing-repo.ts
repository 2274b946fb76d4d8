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

/** The state that decides, under the account's lock, whether a send may be signed. */
export type SigningState = SendFunds & {
  readonly isStopped: boolean;
  /** The account's unconfirmed transactions. */
  readonly inFlight: number;
  /** Empty if not requested. */
  readonly left: readonly RecentOutflow[];
};

/**
 * The purposes that count towards a cap; `except`: a transaction whose own sends are evaluated
 * separately.
 */
export type CountedForCap = { readonly counted: readonly SendPurpose[]; readonly except: string | null };

/**
 * A single statement, to hold the lock only briefly. @param forCap null: recent outflows are not
 * read
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
 * Returns the current booked funds of the accounts that pay a send and its fee; nothing is locked.
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
 * Returns the booked funds that sends are paid from, by coin: in the hot wallet and on deposit
 * addresses.
 */
export async function readCustody(networkCode: string): Promise<{ currencyCode: string; amount: Decimal }[]> {
  const rows = await database().$queryRaw<{ currencyCode: string; amount: Prisma.Decimal }[]>`
    SELECT a.currency_code AS "currencyCode", sum(b.balance) AS amount FROM accounts a JOIN account_balances b ON b.account_id = a.id
    WHERE a.class = 'custody' AND a.kind IN ('hot', 'deposits') AND a.owner_id = ${networkCode} GROUP BY 1`;
  return rows.map(({ currencyCode, amount }) => ({ currencyCode, amount: decimal(amount) }));
}

/**
 * Returns the booked funds of a network's hot wallet that are on the chain, by coin: excludes
 * deposits that left the chain and are not reversed yet.
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
 * Returns whether signing is currently forbidden on a network: by a kill switch, a nonce mismatch,
 * or a node of another chain.
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
 * Deposits that a reorganisation removed from the hot wallet stay booked until they are reversed:
 * they cannot cover a send, and neither can reserved deposits.
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
 * Deposits that are booked in the hot wallet but not the gateway's to move. Where the gateway
 * selects UTXOs, these are excluded; Monero's wallet selects its own, so their total must stay in
 * it. The deposits that a refund returns are available for that refund, unless they have left the
 * chain.
 */
function reservedSql(networkCode: string, currency: string, purposeId: string): Prisma.Sql {
  return Prisma.sql`(SELECT coalesce(sum(d.amount), 0) FROM deposits d JOIN networks n ON n.code = d.network_code
    WHERE n.family = 'xmr' AND d.network_code = ${networkCode} AND d.currency_code = ${currency}
      AND d.owner_kind IS DISTINCT FROM 'hot' AND d.booked_inclusion IS NOT NULL AND NOT (${MOVABLE})
      AND NOT (d.status = 'confirmed' AND d.id IN (
        SELECT h.deposit_id FROM wallet_holds h WHERE h.refund_id = ${purposeId}::uuid AND h.reversed_at IS NULL
        UNION ALL SELECT k.deposit_id FROM refunds r JOIN cases k ON k.id = r.case_id WHERE r.id = ${purposeId}::uuid)))`;
}
