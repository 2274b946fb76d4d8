import { Prisma } from "@/lib/generated/prisma/client";
import { database, type Tx } from "@/lib/kernel/db";
import { OPEN_INVOICE } from "@/lib/ledger/open-statuses";
import type { StoredBlock } from "@/lib/money-in/deposits/chain-repo";
import { type CoinPlace, type Holding, readHoldings, type WatchedAddress } from "@/lib/money-in/deposits/holdings-repo";

/**
 * An address whose balance is due to be compared, and how often a search for its surplus has
 * failed.
 */
export type DueBalanceCheck = Holding & { readonly searches: number };

/** Whether any address of a network is due for a balance check since the last block read. */
export type NetworkCheckState = { readonly networkCode: string; readonly isDue: boolean };

/** For every network that is read, in one statement. */
export function listNetworkCheckStates(): Promise<NetworkCheckState[]> {
  return database().$queryRaw<NetworkCheckState[]>`
    SELECT c.network_code AS "networkCode", EXISTS (
      SELECT 1 FROM balance_checks w WHERE w.network_code = c.network_code AND w.is_expected = ANY('{true,false}') AND w.due_at <= now()
        AND w.checked_hash IS DISTINCT FROM c.hash) AS "isDue"
    FROM chain_cursors c`;
}

/**
 * Lists the addresses that were due before `before` and were not checked at this block, with their
 * known holdings up to it: addresses of open invoices first, then the longest waiting. Does not
 * remove anything from the queue.
 */
export async function listDue(
  place: CoinPlace,
  at: StoredBlock,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<DueBalanceCheck[]> {
  const due = (isExpected: boolean) => Prisma.sql`(
    SELECT address_id, searches, is_expected, due_at FROM balance_checks
    WHERE network_code = ${place.networkCode} AND is_expected = ${isExpected} AND due_at <= ${before}::timestamptz
      AND checked_hash IS DISTINCT FROM ${at.hash} ORDER BY due_at LIMIT ${limit})`;
  const rows = await database().$queryRaw<{ id: bigint; searches: number }[]>`
    SELECT address_id AS id, searches FROM (${due(true)} UNION ALL ${due(false)}) AS w ORDER BY is_expected DESC, due_at LIMIT ${limit}`;
  const ids = rows.map(({ id }) => id);
  const holdings = new Map((await readHoldings(place, ids, at.height)).map((holding) => [holding.id, holding]));
  return rows.flatMap(({ id, searches }) => {
    const holding = holdings.get(id);
    return holding === undefined ? [] : [{ ...holding, searches }];
  });
}

/**
 * Seconds between checks: of addresses of open invoices; the maximum for static wallets; the
 * maximum for all others.
 */
export type CheckIntervals = { readonly expected: number; readonly walletMax: number; readonly idleMax: number };

/**
 * Records that these addresses held the known amounts at this block, and schedules the next check
 * after a pause, which grows for addresses of no open invoice. Records nothing if the block has
 * left the chain; its row is locked, so that it cannot leave meanwhile.
 */
export async function recordSettledBalances(
  { networkCode }: CoinPlace,
  ids: readonly bigint[],
  at: StoredBlock & { readonly time: Date },
  pauses: CheckIntervals,
): Promise<void> {
  if (ids.length === 0) return;
  await database().$executeRaw`
    WITH block AS (
      SELECT 1 FROM chain_blocks WHERE network_code = ${networkCode} AND height = ${at.height} AND hash = ${at.hash} FOR KEY SHARE),
    owned AS (
      SELECT x.id, x.owner_kind, x.owner_kind = 'invoice' AND EXISTS (
        SELECT 1 FROM invoices i WHERE i.id = x.owner_id AND i.status IN ${OPEN_INVOICE}) AS is_expected
      FROM addresses x WHERE x.id = ANY(${[...ids]}::bigint[]))
    UPDATE balance_checks w SET checked_height = ${at.height}, checked_hash = ${at.hash}, surplus = NULL, searches = 0,
      checked_until = least(${at.time}::timestamptz, now()), is_expected = o.is_expected, interval_seconds = p.pause, due_at = now() + make_interval(secs => p.pause)
    FROM owned o, block, LATERAL (
      SELECT CASE WHEN o.is_expected THEN ${pauses.expected}::int ELSE least(
        greatest(2 * interval_seconds, 2 * ${pauses.expected}::int),
        CASE o.owner_kind WHEN 'wallet' THEN ${pauses.walletMax}::int ELSE ${pauses.idleMax}::int END) END AS pause
      FROM balance_checks WHERE network_code = ${networkCode} AND address_id = o.id) AS p
    WHERE w.network_code = ${networkCode} AND w.address_id = o.id`;
}

/** Reschedules checks that had no result. */
export async function postponeChecks(
  { networkCode }: CoinPlace,
  ids: readonly bigint[],
  seconds: number,
): Promise<void> {
  if (ids.length === 0) return;
  await database().$executeRaw`
    UPDATE balance_checks SET failed_at = now(), due_at = now() + make_interval(secs => ${seconds}::int)
    WHERE network_code = ${networkCode} AND address_id = ANY(${[...ids]}::bigint[])`;
}

/**
 * Records a search that explained nothing. Returns the number of consecutive failed searches for
 * exactly this surplus. After the first one the address is checked again soon, since the node may
 * have been in the middle of a reorganisation; from the second on, at growing intervals.
 */
export async function recordUnexplainedBalance(
  { networkCode }: CoinPlace,
  { id }: WatchedAddress,
  surplus: bigint,
  { soon, again, max }: { readonly soon: number; readonly again: number; readonly max: number },
): Promise<number> {
  const rows = await database().$queryRaw<{ searches: number }[]>`
    UPDATE balance_checks w SET surplus = n.surplus, searches = n.searches, interval_seconds = n.pause,
      due_at = now() + make_interval(secs => n.pause)
    FROM (
      SELECT address_id, s.surplus, s.searches,
        CASE s.searches WHEN 1 THEN ${soon}::int ELSE least(greatest(2 * interval_seconds, ${again}::int), ${max}::int) END AS pause
      FROM balance_checks, LATERAL (
        SELECT ${surplus.toString()}::numeric AS surplus,
          CASE WHEN balance_checks.surplus = ${surplus.toString()}::numeric THEN balance_checks.searches + 1 ELSE 1 END AS searches) AS s
      WHERE network_code = ${networkCode} AND address_id = ${id}) AS n
    WHERE w.network_code = ${networkCode} AND w.address_id = n.address_id RETURNING w.searches`;
  return rows[0]?.searches ?? 0;
}

/** Makes all unexplained surpluses due at once, because other nodes may now be configured. */
export async function retrySearches(): Promise<void> {
  await database().$executeRaw`UPDATE balance_checks SET due_at = now() WHERE searches > 0`;
}

/**
 * Resets the checks made above this height, after its blocks were reverted. Their rows have been
 * deleted already.
 */
export async function resetChecksAbove(tx: Tx, networkCode: string, height: bigint): Promise<void> {
  await tx.$executeRaw`
    UPDATE balance_checks SET checked_height = NULL, checked_hash = NULL, checked_until = NULL, interval_seconds = 0, due_at = now()
    WHERE network_code = ${networkCode} AND checked_height > ${height}`;
}

/** Makes these addresses due as soon as possible, whatever they were assigned for. */
export async function watchAddresses(networkCode: string, ids: readonly bigint[]): Promise<void> {
  if (ids.length === 0) return;
  await database().$executeRaw`
    INSERT INTO balance_checks (network_code, address_id, is_expected)
    SELECT ${networkCode}, id, false FROM unnest(${[...ids]}::bigint[]) AS t(id) ORDER BY id
    ON CONFLICT (network_code, address_id) DO UPDATE SET due_at = least(balance_checks.due_at, now())`;
}
