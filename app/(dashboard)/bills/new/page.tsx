import type { Metadata } from "next";
import { BillForm } from "@/components/money-in/bills/bill-form";
import { NewPage } from "@/components/people/restrictions/new-page";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { routes } from "@/lib/fronts/paths/routes";
import { listBillOptions, newBillForm } from "@/lib/money-in/bills/dashboard-queries";
import { isAllowed } from "@/lib/people/merchants/role";

export const metadata: Metadata = { title: "New bill" };

export default async function NewBillPage() {
  const { merchantId, role } = await requireMember();
  return (
    <NewPage
      back={{ href: routes.bills(), label: "Bills" }}
      title="New bill"
      description="A draft that only your shop sees. It gets its number when you send it, and does not change from then on."
      needs="invoice.create"
      objects="bills"
      isNarrow
    >
      {isAllowed(role, "invoice.create") && (
        <BillForm id={null} initial={await newBillForm(merchantId)} options={await listBillOptions(merchantId)} />
      )}
    </NewPage>
  );
}
