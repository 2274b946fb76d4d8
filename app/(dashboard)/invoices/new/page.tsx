import type { Metadata } from "next";
import { NewInvoiceForm } from "@/components/money-in/invoices/new-invoice-form";
import { NewPage } from "@/components/people/restrictions/new-page";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { routes } from "@/lib/fronts/paths/routes";
import { listInvoiceOptions } from "@/lib/money-in/invoices/dashboard-queries";
import { isAllowed } from "@/lib/people/merchants/role";

export const metadata: Metadata = { title: "New invoice" };

export default async function NewInvoicePage() {
  const { merchantId, role } = await requireMember();
  return (
    <NewPage
      back={{ href: routes.invoices(), label: "Invoices" }}
      title="New invoice"
      description="Request one payment from one payer. You get a payment page to send them."
      needs="invoice.create"
      objects="invoices"
    >
      {isAllowed(role, "invoice.create") && <NewInvoiceForm options={await listInvoiceOptions(merchantId)} />}
    </NewPage>
  );
}
