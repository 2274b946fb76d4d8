import type { Metadata } from "next";
import { ReversalList } from "@/components/operator/cases/reversal-list";
import { PageHeader } from "@/components/ui/page-header";
import { requireOperator } from "@/lib/fronts/dashboard/require-member";

export const metadata: Metadata = { title: "Reversals" };

export default async function ReversalsPage() {
  await requireOperator();
  return (
    <>
      <PageHeader
        title="Reversals"
        description="Booked payments that are no longer on the chain. With two nodes the gateway decides automatically; with one it waits for your decision."
      />
      <ReversalList />
    </>
  );
}
