import { log } from "@/lib/log";
import { unlockJobsHeldFor } from "@/lib/worker/repo";

/** Webhook calls end after ten seconds, transactions after twenty. One that does take longer runs a second time, which changes nothing. */
const JOB_MS_MAX = 30_000;

/** Takes over the jobs of workers that died while running them. */
export async function freeStuckJobs(): Promise<void> {
  const count = await unlockJobsHeldFor(JOB_MS_MAX);
  if (count > 0) log().warn({ workers: count }, "took over the jobs of workers that died");
}
