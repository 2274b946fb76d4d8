import { type DeadJobRow, type JobKindRow, selectDeadJobs, selectJobKinds } from "@/lib/fronts/admin/jobs-repo";
import {
  DEAD_PAGE_SIZE,
  type DeadJobPageView,
  type DeadJobQuery,
  type DeadJobView,
  type JobKindView,
} from "@/lib/fronts/admin/jobs-schema";

const ERROR_CHARACTERS_MAX = 300;
/** Looked for from where a word begins, and not anew from each of its letters. */
const SERVER = /(?<![a-z0-9+.-])[a-z0-9+.-]*:\/\/[^\s"'<>]+/gi;
/** Keys and signatures have no spaces and are long; a transaction's hash among them is on the pages of sends. */
const LONG_WORD = /[A-Za-z0-9+/_=-]{40,}/g;

/** Every kind of job that is in the queue. */
export async function listJobKinds(): Promise<JobKindView[]> {
  const rows = await selectJobKinds();
  return rows.map(({ oldestDueAt, ...row }: JobKindRow) => ({
    ...row,
    oldestDueAt: oldestDueAt?.toISOString() ?? null,
  }));
}

/** Jobs that were given up, the newest first, a page at a time. */
export async function listDeadJobs({ kind, cursor }: DeadJobQuery): Promise<DeadJobPageView> {
  const before = cursor === undefined ? null : BigInt(cursor);
  const rows = await selectDeadJobs(kind ?? null, before, DEAD_PAGE_SIZE + 1);
  const shown = rows.slice(0, DEAD_PAGE_SIZE);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return { items: shown.map(toView), nextCursor: last?.id.toString() ?? null };
}

function toView({ id, kind, attempts, error, failedAt }: DeadJobRow): DeadJobView {
  return { id: id.toString(), kind, attempts, error: errorText(error), failedAt: failedAt.toISOString() };
}

/** The first line of an error, bounded, with servers' addresses and what could be a key left out. Pure. */
export function errorText(error: string | null): string {
  const [line = ""] = (error ?? "").trim().split("\n");
  const safe = line.replaceAll(SERVER, "(an address)").replaceAll(LONG_WORD, "(a long word)");
  if (safe === "") return "It did not say why.";
  return safe.length > ERROR_CHARACTERS_MAX ? `${safe.slice(0, ERROR_CHARACTERS_MAX)}…` : safe;
}
