import type { Metadata } from "next";
import { DesignBoard } from "@/components/design/design-board";
import { PageHeader } from "@/components/ui/page-header";
import { requireOperator } from "@/lib/dashboard/require-member";

export const metadata: Metadata = { title: "Design" };

export default async function DesignPage() {
  await requireOperator();
  return (
    <>
      <PageHeader
        title="Design"
        description="Every piece of the pages in every state, in both themes, with its contrast measured."
      />
      <DesignBoard />
    </>
  );
}
