import type { OpenedCase } from "@/lib/cases/case";
import type { LockedCase } from "@/lib/cases/lock-case";
import { passToPending } from "@/lib/cases/pass-to-pending";
import { closeCase, reopenCase } from "@/lib/cases/repo";
import type { Catalog } from "@/lib/catalog/queries";
import type { Tx } from "@/lib/db";
import { enqueueSettlements } from "@/lib/deposits/jobs";
import { invariant } from "@/lib/errors";
import { caseKindOf } from "@/lib/invoices/parts";
import { insertEvent, listQuotes } from "@/lib/invoices/repo";
import { settleInTransaction } from "@/lib/invoices/settle-invoice";
import { listGoneBack } from "@/lib/refunds/gone-back-repo";
import { walletCaseKind } from "@/lib/wallets/case-kind";
import { holdDeposit } from "@/lib/wallets/hold-deposit";
import { hasStandingRefund } from "@/lib/wallets/holds-repo";
import type { StaticWallet } from "@/lib/wallets/wallet";

/**
 * Lets go what screening held, as if nothing had held it: it counts for its invoice, tops its static wallet up, or is held with what else
 * came to a blocked one; where no rule could have done that, it stays a case, from now on the merchant's to decide, or the operator's
 * where it has no owner. In the transaction of the decision, which holds the locks.
 */
export async function releaseLockedCase(
  tx: Tx,
  catalog: Catalog,
  locked: LockedCase,
  actorId: string | null,
): Promise<void> {
  const { opened, deposit, invoice, wallet } = locked;
  const kind = await kindWithoutScreening(tx, locked);
  if (kind === null) {
    invariant(opened.merchantId, `case ${opened.id} belongs to a merchant`);
    await closeCase(tx, opened.id, { status: "credited", resolution: "Released", closedById: actorId });
    await passToPending(tx, locked, opened.merchantId);
    // At once: a refund of the wallet that is ordered next has it in it.
    if (wallet?.status === "blocked") await holdDeposit(tx, wallet, deposit);
  } else await reopenCase(tx, opened.id, { kind, resolution: "Screening let it go" });
  if (wallet !== null) await enqueueSettlements(tx, [{ ownerKind: "wallet", ownerId: wallet.id }]);
  if (invoice === null) return;
  if (kind === null) await insertEvent(tx, invoice.id, "case-credited", { case: opened.id });
  await settleInTransaction(tx, catalog, invoice.id, new Date());
}

/** What kind of case it would be without screening; null: none. */
async function kindWithoutScreening(
  tx: Tx,
  { deposit, invoice, wallet }: LockedCase,
): Promise<OpenedCase["kind"] | null> {
  if (invoice !== null) return caseKindOf(invoice, deposit, await listQuotes(tx, invoice.id));
  if (wallet === null) return "unmatched";
  return walletCaseKind(wallet, deposit) ?? ((await isTooLate(tx, wallet, deposit.id)) ? "extra" : null);
}

/** Whether it could not leave with what else a blocked wallet holds: then it may not be passed on, since that happens once. */
async function isTooLate(tx: Tx, wallet: StaticWallet, depositId: string): Promise<boolean> {
  if (wallet.status !== "blocked") return false;
  if ((await listGoneBack(tx, [depositId])).has(depositId)) return true;
  return !wallet.isForceRefund && (await hasStandingRefund(tx, wallet.id));
}
