import type { Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import type { Deposit } from "@/lib/money-in/deposits/deposit";
import { findNewestVerdict, type ScreeningAnswer, screenAddress } from "@/lib/people/screening/screen-address";
import type { Catalog } from "@/lib/pricing/catalog/queries";

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
