import type { NewInvoiceForm } from "@/lib/invoices/new-invoice-schema";

/** What each part of the create form gets: all of the form, what is wrong with it by field, and the way to change it. */
export type FormPart = {
  readonly form: NewInvoiceForm;
  readonly wrong: Readonly<Record<string, string>>;
  readonly change: (part: Partial<NewInvoiceForm>) => void;
};
