import type { FormPart as PartOf } from "@/components/ui/use-checked-form";
import type { NewInvoiceForm } from "@/lib/money-in/invoices/new-invoice-schema";

/** Props of each part of the create form. */
export type FormPart = PartOf<NewInvoiceForm>;
