import type { Transfer } from "@/lib/chains/driver";
import { raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { updateCursor } from "@/lib/money-in/deposits/chain-repo";
import type { Catalog } from "@/lib/pricing/catalog/queries";
import { contradictsDecimals } from "@/lib/pricing/catalog/verify-services";

/** A transfer to an address of ours of a token that is not in the catalog, or not reviewed. */
export type UnknownTransfer = {
  readonly contract: string;
  readonly transactionId: string;
  readonly toAddress: string;
};

/**
 * Contracts that are kept of each network: strangers make as many as they like, and one block has
 * room for ten thousand. Those that came last are kept, so that a crowd pushes what came before out
 * of the list and never keeps out what comes after it.
 */
const CONTRACTS_KEPT = 1_000;
/** No network has longer ones; what a node tells in place of one is cut. */
const CONTRACT_CHARACTERS_MAX = 128;

/**
 * Counts transfers of tokens that nobody was offered to pay with: no money, since neither their
 * worth nor their decimals are known, and listed for the operator. One that has come as often as
 * UNKNOWN_TOKEN_ALARM_COUNT says is an alarm of its network. The caller holds the network's cursor.
 */
export async function countUnknownTokens(
  tx: Tx,
  networkCode: string,
  transfers: readonly UnknownTransfer[],
): Promise<void> {
  if (transfers.length === 0) return;
  const counts = new Map<string, CountedToken>();
  for (const { transactionId, toAddress, ...told } of transfers) {
    const contract = told.contract.slice(0, CONTRACT_CHARACTERS_MAX);
    const added = (counts.get(contract)?.added ?? 0) + 1;
    counts.set(contract, { contract, added, transactionId, toAddress });
  }
  const most = [...counts.values()].toSorted((left, right) => right.added - left.added).slice(0, CONTRACTS_KEPT);
  const counted = await upsertUnknownTokens(tx, networkCode, most);
  if (counted.some(({ isNew }) => isNew)) await deleteOldestTokens(tx, networkCode, CONTRACTS_KEPT);
  const often = BigInt(env().UNKNOWN_TOKEN_ALARM_COUNT);
  const found = counted.find(({ count, added }) => often > 0n && count >= often && count - BigInt(added) < often);
  if (found === undefined) return;
  const message = `${found.count} transfers of a token that is not in the catalog (${found.contract}) arrived at gateway addresses on ${networkCode}, the latest in ${found.transactionId}; the value is unknown, and nothing was booked`;
  await raiseAlarm(tx, { kind: "unknown-token", subject: networkCode, message });
}

/** Transfers of one contract that were read together, and where the last of them went. */
type CountedToken = {
  readonly contract: string;
  readonly added: number;
  readonly transactionId: string;
  readonly toAddress: string;
};

/** With all transfers of the contract until now. */
type CountedSoFar = CountedToken & { readonly count: bigint; readonly isNew: boolean };

/** In one statement, however many contracts there are, each named once. */
async function upsertUnknownTokens(
  tx: Tx,
  networkCode: string,
  tokens: readonly CountedToken[],
): Promise<CountedSoFar[]> {
  const rows = await tx.$queryRaw<{ contract: string; count: bigint; isNew: boolean }[]>`
    INSERT INTO unknown_tokens AS t (network_code, contract, count, last_seen_at, last_transaction_id, last_to_address)
    SELECT ${networkCode}, r.contract, r.added, now(), r."transactionId", r."toAddress"
    FROM jsonb_to_recordset(${JSON.stringify(tokens)}::jsonb) AS r(contract text, added bigint, "transactionId" text, "toAddress" text)
    ON CONFLICT (network_code, contract) DO UPDATE SET count = t.count + excluded.count, last_seen_at = now(),
      last_transaction_id = excluded.last_transaction_id, last_to_address = excluded.last_to_address
    RETURNING t.contract, t.count, t.first_seen_at = t.last_seen_at AS "isNew"`;
  const byContract = new Map(rows.map((row) => [row.contract, row]));
  return tokens.flatMap((token) => {
    const row = byContract.get(token.contract);
    return row === undefined ? [] : [{ ...token, ...row }];
  });
}

/** Leaves those that were seen last, of those seen at once the ones that came most often. */
async function deleteOldestTokens(tx: Tx, networkCode: string, kept: number): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM unknown_tokens WHERE network_code = ${networkCode} AND contract IN (
      SELECT contract FROM unknown_tokens WHERE network_code = ${networkCode}
      ORDER BY last_seen_at DESC, count DESC, contract OFFSET ${kept})`;
}

/** Those of a network that came most often first. */
export function listUnknownTokens(networkCode: string, limit: number) {
  return database().unknownToken.findMany({
    where: { networkCode },
    orderBy: [{ count: "desc" }, { lastSeenAt: "desc" }, { contract: "asc" }],
    take: limit,
  });
}

/** The lowest block with money for us whose amount is not known. */
type Unreadable = { readonly height: number; readonly transactionId: string; readonly mismatch: string };

/**
 * Finds the first transfer in a token of the catalog whose decimals the node contradicts. Recorded,
 * its amount would be a guess; passed over, the payment would be lost: so reading waits before its
 * block until node and catalog agree. Null when there is none.
 */
export function findUnreadable(
  catalog: Catalog,
  networkCode: string,
  transfers: readonly Transfer[],
): Unreadable | null {
  for (const { asset, block, transactionId } of transfers) {
    if (asset.kind !== "token" || block === null) continue;
    const service = catalog.serviceOfAsset(networkCode, asset.contract);
    if (!service?.isReviewed || service.mismatch === null || !contradictsDecimals(service.mismatch)) continue;
    return { height: block.height, transactionId, mismatch: `${service.currency.code}: ${service.mismatch}` };
  }
  return null;
}

/**
 * Tells the operator why reading waits. The answer's time is not noted, so that the network soon is
 * out of offer.
 */
export async function reportUnreadable(networkCode: string, unreadable: Unreadable): Promise<void> {
  const { height, transactionId, mismatch } = unreadable;
  const message = `Syncing waits before block ${height}: the amount of ${transactionId} is unknown (${mismatch})`;
  await withTransaction(async (tx) => {
    await updateCursor(tx, networkCode, { problem: message });
    await raiseAlarm(tx, { kind: "amount-unreadable", subject: networkCode, message });
  });
}
