import type { Metadata } from "next";
import { NewLinkForm } from "@/components/money-in/payment-links/new-link-form";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { routes } from "@/lib/fronts/paths/routes";
import { listInvoiceOptions } from "@/lib/money-in/invoices/dashboard-queries";
import { isAllowed } from "@/lib/people/merchants/role";

export const metadata: Metadata = { title: "New payment link" };

export default async function NewPaymentLinkPage() {
  const { merchantId, role } = await requireMember();
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        back={{ href: routes.paymentLinks(), label: "Payment links" }}
        title="New payment link"
        description="A page with its own address. Its price never changes; its limits can, and it can be switched off."
      />
      {isAllowed(role, "invoice.create") ? (
        <NewLinkForm options={await listInvoiceOptions(merchantId)} />
      ) : (
        <Notice tone="waiting">
          Your role can view payment links but not create them. Ask an owner of the merchant.
        </Notice>
      )}
    </div>
  );
}
