import type { Catalog } from "@/lib/catalog/queries";
import type { Tx } from "@/lib/db";
import type { Deposit } from "@/lib/deposits/deposit";
import { invariant } from "@/lib/errors";
import { screenAddress } from "@/lib/screening/screen-address";
import type { ScreeningAnswer } from "@/lib/screening/verdict";
import { findNewestVerdict } from "@/lib/screening/verdicts-repo";

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

/**
 * Whether a list names the sender of a deposit: by the answer of when it was seen, or a new one where its sender has become known since, as
 * it may when a mempool showed it first.
 */
export async function isSenderListed(
  tx: Tx,
  catalog: Catalog,
  deposit: Pick<Deposit, "id" | "networkCode" | "fromAddress">,
): Promise<boolean> {
  const told = await findNewestVerdict(tx, deposit.id);
  const isOfSender = told?.address === (deposit.fromAddress ?? "");
  return isOfSender ? told.isHit : (await screenDeposit(tx, catalog, deposit)).isHit;
}
