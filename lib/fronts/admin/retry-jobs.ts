import { reviveJobs } from "@/lib/fronts/admin/jobs-repo";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";

/** More at once would hold the queue's rows for long; whoever has more asks again. */
const JOBS_MAX = 5_000;

/**
 * Has jobs that were given up tried again: one, or all of a kind. Each job may run any number of times with the same result, so nothing is
 * paid or told twice. Jobs are never removed by hand: money may hang on them.
 * @throws AppError `not_found` when none is dead any more
 */
export async function retryJobs(which: { id: bigint } | { kind: string }, actorId: string): Promise<{ count: number }> {
  return withTransaction(async (tx) => {
    const kinds = await reviveJobs(tx, which, JOBS_MAX);
    const [kind] = kinds;
    if (kind === undefined) throw new AppError("not_found", "None of them is dead any more");
    const target = "id" in which ? which.id.toString() : kind;
    await recordAudit(tx, { actorId, action: "job.retry", target, detail: { kind, count: kinds.length } });
    return { count: kinds.length };
  });
}
