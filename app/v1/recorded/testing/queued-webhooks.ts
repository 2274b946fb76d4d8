import { sendTestWebhookJob } from "@/lib/fronts/test-webhooks/jobs";
import { database } from "@/lib/kernel/db";

type Queued = {
  readonly about: string;
  readonly url: string;
  readonly keyKind: string;
  readonly payload: string;
};
type TestJob = { readonly id: bigint; readonly payload: Omit<Queued, "about"> };

/**
 * Returns a function that lists the webhooks queued since its last call: real ones first, then test
 * webhooks.
 */
export async function createQueueReader(): Promise<() => Promise<string[]>> {
  const newest = await database().webhookDelivery.findFirst({ orderBy: { sequence: "desc" } });
  let sequence = newest?.sequence ?? 0n;
  let jobId = (await testJobsAfter(0n)).at(-1)?.id ?? 0n;
  return async () => {
    const deliveries = await database().webhookDelivery.findMany({
      where: { sequence: { gt: sequence } },
      orderBy: { sequence: "asc" },
    });
    const jobs = await testJobsAfter(jobId);
    sequence = deliveries.at(-1)?.sequence ?? sequence;
    jobId = jobs.at(-1)?.id ?? jobId;
    return [
      ...deliveries.flatMap((row) => show({ ...row, about: `${row.objectKind} in ${row.eventStatus}` })),
      ...jobs.flatMap(({ payload }) => show({ ...payload, about: "test" })),
    ];
  };
}

function testJobsAfter(id: bigint): Promise<TestJob[]> {
  return database().$queryRaw<TestJob[]>`
    SELECT j.id, j.payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE t.identifier = ${sendTestWebhookJob.name} AND j.id > ${id} ORDER BY j.id`;
}

/** The member `sign` is not part of the payload: it is added when the webhook is sent. */
function show({ about, url, keyKind, payload }: Queued): string[] {
  return [`webhook to ${url}, to be signed with the ${keyKind} key: ${about}`, payload];
}
