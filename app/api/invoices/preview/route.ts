import { renderPreview } from "@/components/payers/pay/render-preview";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { previewInvoice } from "@/lib/fronts/payment-page/preview-invoice";
import { loadMessages } from "@/lib/kernel/locales/messages";
import { negotiateLocale } from "@/lib/kernel/locales/negotiate-locale";
import { limitPreviews } from "@/lib/money-in/invoices/create-from-form";
import { invoicePreviewInput, invoicePreviewView } from "@/lib/money-in/invoices/new-invoice-schema";

export const POST = sessionEndpoint({
  access: member("invoice.create"),
  input: invoicePreviewInput,
  output: invoicePreviewView,
  handle: async ({ member: { merchantId, session }, input }) => {
    limitPreviews(session.user.id);
    const [view, messages] = await Promise.all([
      previewInvoice(merchantId, input),
      loadMessages(negotiateLocale(null, input.language)),
    ]);
    // Rendered as of its creation time, so its full lifetime remains.
    return { html: await renderPreview(view, null, messages, view.createdAt) };
  },
});
