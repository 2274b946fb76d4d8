import type { Metadata } from "next";
import { NewRecurrenceForm } from "@/components/money-in/recurrences/new-recurrence-form";
import { NewPage } from "@/components/people/restrictions/new-page";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { routes } from "@/lib/fronts/paths/routes";
import { listInvoiceOptions } from "@/lib/money-in/invoices/dashboard-queries";
import { isAllowed } from "@/lib/people/merchants/role";

export const metadata: Metadata = { title: "New recurring payment" };

export default async function NewRecurringPaymentPage() {
  const { merchantId, role } = await requireMember();
  return (
    <NewPage
      back={{ href: routes.recurrences(), label: "Recurring payments" }}
      title="New recurring payment"
      description="Your customer accepts the plan once by e-mail and pays each period through a link. Nothing is charged automatically."
      needs="invoice.create"
      objects="recurring payments"
      isNarrow
    >
      {isAllowed(role, "invoice.create") && <NewRecurrenceForm options={await listInvoiceOptions(merchantId)} />}
    </NewPage>
  );
}
