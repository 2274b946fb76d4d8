"use client";

import type { PreviewState } from "@/components/ui/preview-state";
import { type LivePreview, useLivePreview } from "@/components/ui/use-live-preview";
import { fetchJson } from "@/lib/fronts/client/fetch-json";
import {
  type InvoicePreviewForm,
  invoicePreviewInput,
  invoicePreviewView,
  type NewInvoiceForm,
} from "@/lib/money-in/invoices/new-invoice-schema";

export type InvoicePreviewState = PreviewState<{ readonly html: string }>;

/** Prices change, but the preview must not be redrawn all the time while somebody reads it. */
const HOLDS_SECONDS = 60;

const INVOICE_PREVIEW: LivePreview<InvoicePreviewForm, { readonly html: string }> = {
  name: ["invoices", "preview"],
  read: (asked, signal) =>
    fetchJson("/api/invoices/preview", invoicePreviewView, { method: "POST", body: asked, signal }),
  refreshMs: HOLDS_SECONDS * 1_000,
};

/**
 * Returns a preview of the payment page for the current form. Requests nothing while it is hidden.
 */
export function useInvoicePreview(form: NewInvoiceForm, language: string, isSeen: boolean): InvoicePreviewState {
  const { urlCallback: _url, additionalData: _data, payerEmail: _email, referralCode: _code, ...shown } = form;
  const input = { ...shown, language };
  const isFilledIn = isSeen && invoicePreviewInput.safeParse(input).success;
  return useLivePreview(INVOICE_PREVIEW, isFilledIn ? input : null);
}
