import type { Metadata } from "next";
import { DesignBoard } from "@/components/fronts/design/design-board";
import { requireOperator } from "@/lib/fronts/dashboard/require-member";

export const metadata: Metadata = { title: "Design" };

export default async function DesignPage() {
  await requireOperator();
  return <DesignBoard />;
}
