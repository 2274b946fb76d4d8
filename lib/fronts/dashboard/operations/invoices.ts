import { fresh } from "@/lib/fronts/dashboard/fresh";
import { member } from "@/lib/fronts/dashboard/gates";
import { byId, done, operation, router } from "@/lib/fronts/dashboard/procedure";
import { cancelInvoice } from "@/lib/money-in/invoices/cancel-invoice";
import { createInvoiceFromForm } from "@/lib/money-in/invoices/create-from-form";
import { getInvoiceDetail, listInvoices } from "@/lib/money-in/invoices/dashboard-queries";
import {
  invoiceDetailView,
  invoiceListQuery,
  invoicePageView,
  markAsPaidForm,
} from "@/lib/money-in/invoices/dashboard-schema";
import { markAsPaid } from "@/lib/money-in/invoices/mark-as-paid";
import { newInvoiceInput } from "@/lib/money-in/invoices/new-invoice-schema";

export const invoices = router({
  list: operation(member("merchant.read"))
    .input(invoiceListQuery)
    .output(invoicePageView)
    .query(({ ctx: { member }, input }) => listInvoices(member.merchantId, input)),

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

  /** Closes an open invoice that nobody has paid. */
  cancel: operation(member("invoice.create"))
    .input(byId)
    .output(done)
    .mutation(async ({ ctx: { member }, input }) => {
      const { merchantId, session } = member;
      await cancelInvoice({ merchantId, invoiceId: input.id, actorId: session.user.id });
      return {};
    }),

  /** Settles an invoice by a person's word, with their reason. The shop hears of it as of a payment, and hands over what was bought. */
  markAsPaid: operation(fresh(member("invoice.create")))
    .input(markAsPaidForm)
    .output(done)
    .mutation(async ({ ctx: { member, now }, input }) => {
      const by = { actorId: member.session.user.id, reason: input.reason };
      await markAsPaid(member.merchantId, { uuid: input.id, order_id: null }, now, by);
      return {};
    }),
});
