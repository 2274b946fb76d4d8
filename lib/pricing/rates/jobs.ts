import { z } from "zod";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { defineJob, type Job } from "@/lib/kernel/jobs/define-job";
import { enqueue } from "@/lib/kernel/jobs/enqueue";
import { refreshRates } from "@/lib/pricing/rates/refresh-rates";
import { scheduledSources } from "@/lib/pricing/rates/sources";

const payload = z.object({ source: z.string() });

/** Refreshes one source and adds itself for the next time. A source that is no longer asked ends its own chain. */
export const refreshRatesJob: Job<typeof payload> = defineJob({
  name: "refresh-rates",
  payload,
  run: async ({ source: name }, { signal }) => {
    const scheduled = scheduledSources().find(({ source }) => source.name === name);
    if (scheduled === undefined) return;
    await refreshRates([scheduled.source], signal);
    await withTransaction((tx) => enqueueRefresh(tx, name, new Date(Date.now() + scheduled.pauseMs)));
  },
});

/** Starts the chain of every source, or wakes it up: at the start of a worker, and now and then in case a chain broke. */
export async function startRateRefresh(tx: Tx): Promise<void> {
  for (const { source } of scheduledSources()) await enqueueRefresh(tx, source.name, new Date());
}

async function enqueueRefresh(tx: Tx, source: string, runAt: Date): Promise<void> {
  await enqueue(tx, refreshRatesJob, { source }, { key: `refresh-rates:${source}`, runAt });
}
