import type { Tx } from "@/lib/db";
import { wasTrustedBefore } from "@/lib/guards/destinations-repo";
import type { OutflowOrder } from "@/lib/guards/outflow";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whoever got hold of one proof must not make addresses known for the time after it. */
export function knownBefore(now: Date): Date {
  return new Date(now.getTime() - DAY_MS);
}

/**
 * Whether an outflow goes where the merchant's money arrived a day ago or earlier, or back to who paid it. A transfer goes to the wallet of
 * whoever made the merchant. With a memo it goes to somebody behind the address, who may be another one each time.
 */
export async function isKnownDestination(
  tx: Tx,
  { merchantId, destination, isBackToPayer }: Pick<OutflowOrder, "merchantId" | "destination" | "isBackToPayer">,
  now: Date,
): Promise<boolean> {
  if (destination === null) return true;
  const { network, address, memo = null } = destination;
  if (memo !== null) return false;
  if (await wasTrustedBefore(tx, { merchantId, family: network.family, address }, knownBefore(now))) return true;
  return (await isBackToPayer?.()) ?? false;
}
