import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { z } from "zod";
import { BillForm } from "@/components/money-in/bills/bill-form";
import { NewPage } from "@/components/people/restrictions/new-page";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { routes } from "@/lib/fronts/paths/routes";
import { findBillDetail, listBillOptions } from "@/lib/money-in/bills/dashboard-queries";
import { isAllowed } from "@/lib/people/merchants/role";

export const metadata: Metadata = { title: "Change bill" };

export default async function ChangeBillPage({ params }: { params: Promise<{ id: string }> }) {
  const { merchantId, role } = await requireMember();
  const { id } = await params;
  const bill = z.uuid().safeParse(id).success ? await findBillDetail(merchantId, id) : null;
  if (bill === null) notFound();
  if (bill.state !== "draft") redirect(routes.bill(id));
  return (
    <NewPage
      back={{ href: routes.bill(id), label: "Bill" }}
      title="Change draft"
      needs="invoice.create"
      objects="bills"
      isNarrow
    >
      {isAllowed(role, "invoice.create") && (
        <BillForm id={id} initial={bill.form} options={await listBillOptions(merchantId)} />
      )}
    </NewPage>
  );
}
