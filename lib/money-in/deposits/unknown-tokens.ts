import type { Transfer } from "@/lib/chains/driver";
import { raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { updateCursor } from "@/lib/money-in/deposits/chain-repo";
import type { Catalog } from "@/lib/pricing/catalog/queries";
import { contradictsDecimals } from "@/lib/pricing/catalog/verify-services";

/** A transfer to a gateway address of a token that is not in the catalog or not reviewed. */
export type UnknownTransfer = {
  readonly contract: string;
  readonly transactionId: string;
  readonly toAddress: string;
};

/**
 * Contracts stored per network: anybody can create any number of them, and one block has room for
 * ten thousand. The most recent are kept, so that a flood displaces earlier entries but never
 * blocks later ones.
 */
const CONTRACTS_KEPT = 1_000;
/** No network has longer addresses; longer values from a node are truncated. */
const CONTRACT_CHARACTERS_MAX = 128;

/**
 * Counts transfers of tokens that were never offered for payment. They are not money, since neither
 * their value nor their decimals are known, but they are listed for the operator. A token that
 * reaches UNKNOWN_TOKEN_ALARM_COUNT transfers raises an alarm of its network. The caller holds the
 * lock on the network's cursor.
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

/** Transfers of one contract that were read together, and the destination of the last one. */
type CountedToken = {
  readonly contract: string;
  readonly added: number;
  readonly transactionId: string;
  readonly toAddress: string;
};

/** With the total number of transfers of the contract. */
type CountedSoFar = CountedToken & { readonly count: bigint; readonly isNew: boolean };

/** In one statement for all contracts, each of which occurs once. */
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

/** Keeps the most recently seen tokens; among those seen at the same time, the most frequent. */
async function deleteOldestTokens(tx: Tx, networkCode: string, kept: number): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM unknown_tokens WHERE network_code = ${networkCode} AND contract IN (
      SELECT contract FROM unknown_tokens WHERE network_code = ${networkCode}
      ORDER BY last_seen_at DESC, count DESC, contract OFFSET ${kept})`;
}

/** Lists the tokens of a network, most frequent first. */
export function listUnknownTokens(networkCode: string, limit: number) {
  return database().unknownToken.findMany({
    where: { networkCode },
    orderBy: [{ count: "desc" }, { lastSeenAt: "desc" }, { contract: "asc" }],
    take: limit,
  });
}

/** The lowest block with a payment whose amount is unknown. */
type Unreadable = { readonly height: number; readonly transactionId: string; readonly mismatch: string };

/**
 * Finds the first transfer of a catalog token whose decimals contradict the node. Recording it
 * would guess its amount, and skipping it would lose the payment, so reading waits before its block
 * until node and catalog agree. Returns null when there is none.
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
 * Alerts the operator that reading waits. Does not update the time of the last answer, so that the
 * network soon becomes unavailable.
 */
export async function reportUnreadable(networkCode: string, unreadable: Unreadable): Promise<void> {
  const { height, transactionId, mismatch } = unreadable;
  const message = `Syncing waits before block ${height}: the amount of ${transactionId} is unknown (${mismatch})`;
  await withTransaction(async (tx) => {
    await updateCursor(tx, networkCode, { problem: message });
    await raiseAlarm(tx, { kind: "amount-unreadable", subject: networkCode, message });
  });
}
