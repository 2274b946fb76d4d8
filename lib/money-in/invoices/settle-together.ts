import { runBatch } from "@/lib/kernel/batch";
import { collectCalls } from "@/lib/kernel/collect-calls";
import { crashPoint } from "@/lib/kernel/crash-point";
import { log } from "@/lib/kernel/log";
import { withSharedTransaction } from "@/lib/kernel/share-transaction";
import { withTrace } from "@/lib/kernel/work-context";
import { invoicePending, merchantWallet, receivable } from "@/lib/ledger/account";
import { lockGroups } from "@/lib/ledger/post-entry";
import { BATCH } from "@/lib/money-in/invoices/deposit-batch";
import { settleInTransaction, settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { type Batchable, lockBatchable } from "@/lib/money-in/invoices/settle-together-repo";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

/** Enough to share their statements, few enough to hold their locks briefly. */
const SETTLED_AT_ONCE = 50;

/**
 * Returns a function that settles an invoice for a job: together with others that jobs of this
 * process wait for, where that is possible, else within `limit`, alone. Each fails alone.
 */
export function createInvoiceSettler(
  limit: (work: () => Promise<void>) => Promise<void>,
): (invoiceId: string) => Promise<void> {
  let alone = 0;
  const run = async (ids: readonly string[]) => {
    const settled = await settleTogether(ids);
    return ids.map((id) => settled.has(id));
  };
  const isSettled = collectCalls(run, { max: SETTLED_AT_ONCE, isBusy: () => alone > 0 });
  return async (invoiceId) => {
    if (await isSettled(invoiceId)) return;
    alone += 1;
    await limit(() => settleInvoice(invoiceId)).finally(() => {
      alone -= 1;
    });
  };
}

/**
 * Settles those of the invoices together that are simple (see {@link lockBatchable}), in one
 * transaction that waits for no invoice and no deposit. Returns the settled ones: none where one
 * failed or another transaction was in the way. The others are to be settled alone.
 */
export async function settleTogether(ids: readonly string[], now = new Date()): Promise<ReadonlySet<string>> {
  if (ids.length < 2) return new Set();
  const catalog = await loadCatalog();
  try {
    const settled = await withSharedTransaction(async (tx) => {
      const invoices = await lockBatchable(tx, ids);
      // What single settlements lock first, before what they lock next, of all of them.
      await lockGroups(
        tx,
        groupsOf(invoices, ({ merchantId, currency }) => [invoicePending(merchantId, currency)]),
      );
      await lockGroups(
        tx,
        groupsOf(invoices, ({ merchantId, currency }) => [
          merchantWallet(merchantId, currency),
          receivable(merchantId, currency),
        ]),
      );
      const tasks = invoices.map(
        ({ id }) =>
          () =>
            withTrace(id, () => settleInTransaction(tx, catalog, id, now, BATCH)),
      );
      const areMore = await runBatch(tx, tasks);
      if (invoices.length > 1) crashPoint("settle:written");
      return new Set(invoices.flatMap(({ id }, index) => (areMore[index] ? [] : [id])));
    });
    if (settled.size > 1) crashPoint("settle:committed");
    return settled;
  } catch (error) {
    log().warn({ err: error, invoices: ids.length }, "invoices are settled one by one");
    return new Set();
  }
}

function groupsOf(invoices: readonly Batchable[], accounts: (invoice: Batchable) => ReturnType<typeof receivable>[]) {
  return invoices.map((invoice) => ({ reference: invoice.id, accounts: accounts(invoice) }));
}
