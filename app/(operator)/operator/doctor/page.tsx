import type { Metadata } from "next";
import { DoctorBoard } from "@/components/operator/doctor/doctor-board";
import { PageHeader } from "@/components/ui/page-header";
import { requireOperator } from "@/lib/fronts/dashboard/require-member";

export const metadata: Metadata = { title: "Doctor" };

/**
 * The browser requests the checks after the page has loaded, because they can take five seconds.
 */
export default async function DoctorPage() {
  await requireOperator();
  return (
    <>
      <PageHeader
        title="Doctor"
        description="What is wrong, since when, and how to fix it. Also available in a terminal, even when the pages are down: npm run doctor."
      />
      <DoctorBoard />
    </>
  );
}
