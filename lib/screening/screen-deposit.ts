import type { Catalog } from "@/lib/catalog/queries";
import type { Tx } from "@/lib/db";
import type { Deposit } from "@/lib/deposits/deposit";
import { invariant } from "@/lib/errors";
import { screenAddress } from "@/lib/screening/screen-address";
import type { ScreeningAnswer } from "@/lib/screening/verdict";
import { selectHeldDeposits } from "@/lib/screening/verdicts-repo";

/**
 * Asks the lists about the sender of a deposit. The caller sees to it that this happens once for each time that a block includes it, and
 * holds what is a hit for the operator to decide.
 */
export async function screenDeposit(
  tx: Tx,
  catalog: Catalog,
  { id, networkCode, fromAddress }: Pick<Deposit, "id" | "networkCode" | "fromAddress">,
): Promise<ScreeningAnswer> {
  const network = catalog.network(networkCode);
  invariant(network, `the network ${networkCode} of a deposit is known`);
  return await screenAddress(tx, {
    subjectKind: "deposit",
    subjectId: id,
    family: network.family,
    address: fromAddress,
  });
}

/** Whether a list named the sender when the deposit was last asked about; false for one that nobody asked about. */
export async function isSenderListed(tx: Tx, depositId: string): Promise<boolean> {
  return (await selectHeldDeposits(tx, [depositId])).has(depositId);
}
