import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { MerchantDetail } from "@/components/operator/merchants/merchant-detail";
import { requireOperator } from "@/lib/fronts/dashboard/require-member";

export const metadata: Metadata = { title: "Merchant" };

export default async function MerchantPage({ params }: { params: Promise<{ id: string }> }) {
  await requireOperator();
  const id = z.uuid().safeParse((await params).id);
  if (!id.success) notFound();
  return <MerchantDetail id={id.data} />;
}
