import type { Tx } from "@/lib/db";
import { markTrusted, readFamily } from "@/lib/guards/destinations-repo";

/**
 * From now on the address is one that the merchant is known to mean: a send to it was confirmed, or a person said so. Others that look
 * like it are noticed. Safe to repeat.
 */
export async function trustDestination(
  tx: Tx,
  destination: {
    readonly merchantId: string;
    /** Its code. */
    readonly network: string;
    /** Canonical. */
    readonly address: string;
  },
): Promise<void> {
  const { merchantId, network, address } = destination;
  await markTrusted(tx, { merchantId, family: await readFamily(tx, network), address });
}
