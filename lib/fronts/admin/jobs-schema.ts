import { z } from "zod";
import { rowNumber } from "@/lib/kernel/paging/list-schema";

/** The queue as the operator sees it. Safe for the browser. */

export const DEAD_PAGE_SIZE = 25;

const moment = z.iso.datetime();
const count = z.int();

const jobKindView = z.object({
  kind: z.string(),
  /** Due and not begun. */
  waiting: count,
  /** When the one that has been due for longest was due. */
  oldestDueAt: moment.nullable(),
  /** To be done at a later time; those that failed before among them. */
  later: count,
  running: count,
  /** Failed at least once, and tried again. */
  retrying: count,
  /** Given up: nobody tries them again unless told to. */
  dead: count,
});
export type JobKindView = z.output<typeof jobKindView>;
export const jobKindsView = z.array(jobKindView);

export const deadJobView = z.object({
  id: rowNumber,
  kind: z.string(),
  attempts: count,
  /** Bounded, and without addresses of servers, which may hold a key. */
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
