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
import { walletCaseKind } from "@/lib/wallets/case-kind";

/**
 * Lets go what screening held, as if nothing had held it: it counts for its invoice, or tops its static wallet up; where no rule could
 * have credited it, it stays a case, from now on the merchant's to decide. In the transaction of the decision, which holds the locks.
 */
export async function releaseLockedCase(
  tx: Tx,
  catalog: Catalog,
  locked: LockedCase,
  actorId: string | null,
): Promise<void> {
  const { opened, deposit, invoice, wallet } = locked;
  const kind =
    invoice === null
      ? wallet && walletCaseKind(wallet, deposit)
      : caseKindOf(invoice, deposit, await listQuotes(tx, invoice.id));
  if (kind === null) {
    invariant(opened.merchantId, `case ${opened.id} belongs to a merchant`);
    await closeCase(tx, opened.id, { status: "credited", resolution: "Released", closedById: actorId });
    await passToPending(tx, locked, opened.merchantId);
  } else await reopenCase(tx, opened.id, { kind, resolution: "Screening let it go" });
  if (wallet !== null) await enqueueSettlements(tx, [{ ownerKind: "wallet", ownerId: wallet.id }]);
  if (invoice === null) return;
  if (kind === null) await insertEvent(tx, invoice.id, "case-credited", { case: opened.id });
  await settleInTransaction(tx, catalog, invoice.id, new Date());
}
