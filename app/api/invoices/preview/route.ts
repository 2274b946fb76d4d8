import { renderPreview } from "@/components/pay/render-preview";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { limitPreviews } from "@/lib/invoices/limit-previews";
import { invoicePreviewInput, invoicePreviewView } from "@/lib/invoices/new-invoice-schema";
import { previewInvoice } from "@/lib/invoices/preview-invoice";
import { negotiateLocale } from "@/lib/locales/negotiate-locale";
import { wordsFor } from "@/lib/locales/words";

export const POST = sessionEndpoint({
  access: member("invoice.create"),
  input: invoicePreviewInput,
  output: invoicePreviewView,
  handle: async ({ member: { merchantId, session }, input }) => {
    limitPreviews(session.user.id);
    const [view, words] = await Promise.all([
      previewInvoice(merchantId, input),
      wordsFor(negotiateLocale(null, input.language)),
    ]);
    // As it is opened in the moment in which it is made: its whole time is left.
    return { html: await renderPreview(view, null, words, view.createdAt) };
  },
});
