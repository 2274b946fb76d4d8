import { REVIEWED_NETWORKS } from "@/lib/catalog/data/networks";
import type { Tx } from "@/lib/db";
import { invariant } from "@/lib/errors";
import { type AskedSend, selectUnproven } from "@/lib/guards/unproven-repo";
import { findUsdPrices } from "@/lib/rates/queries";
import { accountKey } from "@/lib/screening/account-key";
import type { Send } from "@/lib/sends/send";

/** Prices move between the order and the signature, mostly by less: a worth that the gate counted as less than this part was made up. */
const CREDIBLE_PART = "0.5";

/**
 * Which of these sends of payouts and refunds must not be signed, because the gate of all outflows would not have let them pass so: why, in words, by the
 * send's id. It is worked out from rows anew, in the transaction that signs, so that a send which somebody only wrote down goes nowhere.
 */
export async function findUnprovenOutflows(tx: Tx, sends: readonly Send[]): Promise<ReadonlyMap<string, string>> {
  const prices = await findUsdPrices(
    sends.map(({ currencyCode }) => currencyCode),
    tx,
  );
  const asked = sends.map(({ id, networkCode, currencyCode, amount, toAddress }): AskedSend => {
    const network = REVIEWED_NETWORKS.find(({ code }) => code === networkCode);
    invariant(network, `${networkCode} is a network that this version knows`);
    const price = prices.get(currencyCode);
    const leastValueUsd = price === undefined ? null : amount.times(price).times(CREDIBLE_PART);
    return { id, family: network.family, accountKey: accountKey(network.family, toAddress), leastValueUsd };
  });
  return await selectUnproven(tx, asked);
}
