import { raiseAlarm } from "@/lib/alarms/raise-alarm";
import type { Tx } from "@/lib/db";
import { type CountedToken, forgetOldestTokens, upsertUnknownTokens } from "@/lib/deposits/unknown-tokens-repo";
import { env } from "@/lib/env";

/** A transfer to an address of ours of a token that is not in the catalog, or not reviewed. */
export type UnknownTransfer = {
  readonly contract: string;
  readonly transactionId: string;
  readonly toAddress: string;
};

/**
 * Contracts that are kept of each network: strangers make as many as they like, and one block has room for ten thousand. Those that came
 * last are kept, so that a crowd pushes what came before out of the list and never keeps out what comes after it.
 */
const CONTRACTS_KEPT = 1_000;
/** No network has longer ones; what a node tells in place of one is cut. */
const CONTRACT_CHARACTERS_MAX = 128;

/**
 * Counts transfers of tokens that nobody was offered to pay with: no money, since neither their worth nor their decimals are known, and
 * listed for the operator. One that has come as often as UNKNOWN_TOKEN_ALARM_COUNT says is an alarm of its network. The caller
 * holds the network's cursor.
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
  if (counted.some(({ isNew }) => isNew)) await forgetOldestTokens(tx, networkCode, CONTRACTS_KEPT);
  const often = BigInt(env().UNKNOWN_TOKEN_ALARM_COUNT);
  const found = counted.find(({ count, added }) => often > 0n && count >= often && count - BigInt(added) < often);
  if (found === undefined) return;
  const message = `${found.count} transfers of a token that is not in the catalog (${found.contract}) came to addresses of ours on ${networkCode}, the newest in ${found.transactionId}; what it is worth is not known, and nothing was booked`;
  await raiseAlarm(tx, { kind: "unknown-token", subject: networkCode, message });
}
