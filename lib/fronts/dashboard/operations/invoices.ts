import { fresh, freshForMoney, member } from "@/lib/fronts/dashboard/gates";
import { byId, done, operation, router } from "@/lib/fronts/dashboard/procedure";
import { listCounts, listCountsAndTotals } from "@/lib/kernel/paging/tab-counts-schema";
import { cancelInvoice } from "@/lib/money-in/invoices/cancel-invoice";
import { createInvoiceFromForm } from "@/lib/money-in/invoices/create-from-form";
import { countInvoices, getInvoiceDetail, listInvoices } from "@/lib/money-in/invoices/dashboard-queries";
import {
  invoiceDetailView,
  invoiceFilterQuery,
  invoiceListQuery,
  invoicePageView,
  markAsPaidForm,
} from "@/lib/money-in/invoices/dashboard-schema";
import { markAsPaid } from "@/lib/money-in/invoices/mark-as-paid";
import { newInvoiceInput } from "@/lib/money-in/invoices/new-invoice-schema";
import { cancelRecurrence } from "@/lib/money-in/recurrences/cancel-recurrence";
import { createRecurrenceFromForm } from "@/lib/money-in/recurrences/create-recurrence";
import { getRecurrenceDetail, listRecurrenceRows } from "@/lib/money-in/recurrences/dashboard-queries";
import {
  newRecurrenceInput,
  recurrenceDetailView,
  recurrenceListQuery,
  recurrencePageView,
} from "@/lib/money-in/recurrences/dashboard-schema";
import { getRecurrence } from "@/lib/money-in/recurrences/get-recurrence";
import { blockWallet } from "@/lib/money-in/static-wallets/block-wallet";
import { createWalletFromForm } from "@/lib/money-in/static-wallets/create-wallet";
import { countWallets, getWalletDetail, listWallets } from "@/lib/money-in/static-wallets/dashboard-queries";
import {
  blockWalletForm,
  newWalletInput,
  walletDetailView,
  walletFilterQuery,
  walletListQuery,
  walletPageView,
} from "@/lib/money-in/static-wallets/dashboard-schema";

/** Plans of recurring payments. */
export const recurrences = router({
  list: operation(member("merchant.read"))
    .input(recurrenceListQuery)
    .output(recurrencePageView)
    .query(({ ctx: { member }, input }) => listRecurrenceRows(member.merchantId, input)),

  detail: operation(member("merchant.read"))
    .input(byId)
    .output(recurrenceDetailView)
    .query(({ ctx: { member }, input }) => getRecurrenceDetail(member.merchantId, input.id)),

  create: operation(member("invoice.create"))
    .input(newRecurrenceInput)
    .output(byId)
    .mutation(({ ctx: { member }, input }) => {
      const { merchantId, session } = member;
      return createRecurrenceFromForm({ merchantId, actorId: session.user.id }, input);
    }),

  /** Cancels a plan permanently. */
  cancel: operation(member("invoice.create"))
    .input(byId)
    .output(done)
    .mutation(async ({ ctx: { member }, input }) => {
      const plan = await getRecurrence(member.merchantId, { uuid: input.id, order_id: null });
      await cancelRecurrence(plan, { by: "merchant", actorId: member.session.user.id });
      return {};
    }),
});

export const wallets = router({
  list: operation(member("merchant.read"))
    .input(walletListQuery)
    .output(walletPageView)
    .query(({ ctx: { member }, input }) => listWallets(member.merchantId, input)),

  /** Counts of the list's tabs, for the filter otherwise set. */
  counts: operation(member("merchant.read"))
    .input(walletFilterQuery)
    .output(listCounts)
    .query(({ ctx: { member }, input }) => countWallets(member.merchantId, input)),

  detail: operation(member("merchant.read"))
    .input(byId)
    .output(walletDetailView)
    .query(({ ctx: { member }, input }) => getWalletDetail(member.merchantId, input.id)),

  create: operation(member("wallet.change"))
    .input(newWalletInput)
    .output(byId)
    .mutation(({ ctx: { member }, input }) => {
      const { merchantId, session } = member;
      return createWalletFromForm({ merchantId, actorId: session.user.id }, input);
    }),

  /** Blocks a static wallet permanently. */
  block: operation(freshForMoney(member("wallet.change")))
    .input(blockWalletForm)
    .output(done)
    .mutation(async ({ ctx: { member }, input }) => {
      const asked = { uuid: input.id, order_id: null, is_force_refund: input.isForceRefund };
      await blockWallet(member.merchantId, asked, member.session.user.id);
      return {};
    }),
});

export const invoices = router({
  list: operation(member("merchant.read"))
    .input(invoiceListQuery)
    .output(invoicePageView)
    .query(({ ctx: { member }, input }) => listInvoices(member.merchantId, input)),

  /** Counts of the list's tabs, and totals, for the filter otherwise set. */
  counts: operation(member("merchant.read"))
    .input(invoiceFilterQuery)
    .output(listCountsAndTotals)
    .query(({ ctx: { member }, input }) => countInvoices(member.merchantId, input)),

  detail: operation(member("merchant.read"))
    .input(byId)
    .output(invoiceDetailView)
    .query(({ ctx: { member }, input }) => getInvoiceDetail(member.merchantId, input.id)),

  create: operation(member("invoice.create"))
    .input(newInvoiceInput)
    .output(byId)
    .mutation(({ ctx: { member }, input }) => {
      const { merchantId, session } = member;
      return createInvoiceFromForm({ merchantId, actorId: session.user.id }, input);
    }),

  /** Cancels an open, unpaid invoice. */
  cancel: operation(member("invoice.create"))
    .input(byId)
    .output(done)
    .mutation(async ({ ctx: { member }, input }) => {
      const { merchantId, session } = member;
      await cancelInvoice({ merchantId, invoiceId: input.id, actorId: session.user.id });
      return {};
    }),

  /**
   * Marks an invoice as paid manually, with the user's reason. The shop is notified as of a
   * payment, and delivers the order.
   */
  markAsPaid: operation(fresh(member("invoice.create")))
    .input(markAsPaidForm)
    .output(done)
    .mutation(async ({ ctx: { member, now }, input }) => {
      const by = { actorId: member.session.user.id, reason: input.reason };
      await markAsPaid(member.merchantId, { uuid: input.id, order_id: null }, now, by);
      return {};
    }),
});
