import { z } from "zod";
import { rowNumber } from "@/lib/kernel/paging/list-schema";

/** The job queue as the operator sees it. Safe for the browser. */

export const DEAD_PAGE_SIZE = 25;

const moment = z.iso.datetime();
const count = z.int();

const jobKindView = z.object({
  kind: z.string(),
  /** Due and not started. */
  waiting: count,
  /** Due time of the job that is most overdue. */
  oldestDueAt: moment.nullable(),
  /** Scheduled for later, including jobs that failed before. */
  later: count,
  running: count,
  /** Failed at least once and will be retried. */
  retrying: count,
  /** Out of attempts: not retried unless requested. */
  dead: count,
});
export type JobKindView = z.output<typeof jobKindView>;
export const jobKindsView = z.array(jobKindView);

export const deadJobView = z.object({
  id: rowNumber,
  kind: z.string(),
  attempts: count,
  /** Truncated, and without server addresses, which may contain a key. */
  error: z.string(),
  failedAt: moment,
});
export type DeadJobView = z.output<typeof deadJobView>;
export const deadJobPageView = z.object({ items: z.array(deadJobView), nextCursor: z.string().nullable() });
export type DeadJobPageView = z.output<typeof deadJobPageView>;

const jobKind = z.string().regex(/^[a-z][a-z0-9-]{1,60}$/);
export const deadJobQuery = z.object({ kind: jobKind.optional(), cursor: rowNumber.optional() });
export type DeadJobQuery = z.output<typeof deadJobQuery>;

export const retryJobForm = z.object({ id: rowNumber });
export const retryKindForm = z.object({ kind: jobKind });
export const retriedView = z.object({ count });
