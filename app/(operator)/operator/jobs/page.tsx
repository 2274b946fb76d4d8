import type { Metadata } from "next";
import { DeadJobs } from "@/components/operator/jobs/dead-jobs";
import { JobKinds } from "@/components/operator/jobs/job-kinds";
import { PageHeader } from "@/components/ui/page-header";
import { requireOperator } from "@/lib/fronts/dashboard/require-member";

export const metadata: Metadata = { title: "Jobs" };

export default async function JobsPage() {
  await requireOperator();
  return (
    <>
      <PageHeader title="Jobs" description="Background jobs that are waiting, running or failed." />
      <div className="flex flex-col gap-5">
        <JobKinds />
        <DeadJobs />
      </div>
    </>
  );
}
