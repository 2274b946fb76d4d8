import type { Metadata } from "next";
import { BillForm } from "@/components/money-in/bills/bill-form";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { routes } from "@/lib/fronts/paths/routes";
import { listBillOptions, newBillForm } from "@/lib/money-in/bills/dashboard-queries";
import { isAllowed } from "@/lib/people/merchants/role";

export const metadata: Metadata = { title: "New bill" };

export default async function NewBillPage() {
  const { merchantId, role } = await requireMember();
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        back={{ href: routes.bills(), label: "Bills" }}
        title="New bill"
        description="A draft that only you see. It gets its number when you send it, and does not change from then on."
      />
      {isAllowed(role, "invoice.create") ? (
        <BillForm id={null} initial={await newBillForm(merchantId)} options={await listBillOptions(merchantId)} />
      ) : (
        <Notice tone="waiting">Your role can view bills but not write them. Ask an owner of the merchant.</Notice>
      )}
    </div>
  );
}
