import type { Metadata } from "next";
import { NewLinkForm } from "@/components/money-in/payment-links/new-link-form";
import { NewPage } from "@/components/people/restrictions/new-page";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { routes } from "@/lib/fronts/paths/routes";
import { listInvoiceOptions } from "@/lib/money-in/invoices/dashboard-queries";
import { isAllowed } from "@/lib/people/merchants/role";

export const metadata: Metadata = { title: "New payment link" };

export default async function NewPaymentLinkPage() {
  const { merchantId, role } = await requireMember();
  return (
    <NewPage
      back={{ href: routes.paymentLinks(), label: "Payment links" }}
      title="New payment link"
      description="A public page with a fixed URL. You can change its limits later and close it, but not its price."
      needs="invoice.create"
      objects="payment links"
      isNarrow
    >
      {isAllowed(role, "invoice.create") && <NewLinkForm options={await listInvoiceOptions(merchantId)} />}
    </NewPage>
  );
}
