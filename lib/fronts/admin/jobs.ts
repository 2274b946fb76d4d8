import {
  DEAD_PAGE_SIZE,
  type DeadJobPageView,
  type DeadJobQuery,
  type DeadJobView,
  type JobKindView,
} from "@/lib/fronts/admin/jobs-schema";
import { Prisma } from "@/lib/generated/prisma/client";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";

const ERROR_CHARACTERS_MAX = 300;
/** Matches only from the start of a word, not again from each of its letters. */
const SERVER = /(?<![a-z0-9+.-])[a-z0-9+.-]*:\/\/[^\s"'<>]+/gi;
/**
 * Keys and signatures are long and have no spaces. Transaction hashes match too; they are shown on
 * the pages of sends.
 */
const LONG_WORD = /[A-Za-z0-9+/_=-]{40,}/g;

/** Returns the queue's state for every kind of job. */
export async function listJobKinds(): Promise<JobKindView[]> {
  const rows = await selectJobKinds();
  return rows.map(({ oldestDueAt, ...row }: JobKindRow) => ({
    ...row,
    oldestDueAt: oldestDueAt?.toISOString() ?? null,
  }));
}

/** Returns one page of dead jobs, newest first. */
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

/**
 * Returns the first line of an error, truncated, without server addresses and possible keys. Pure.
 */
export function errorText(error: string | null): string {
  const [line = ""] = (error ?? "").trim().split("\n");
  const safe = line.replaceAll(SERVER, "(an address)").replaceAll(LONG_WORD, "(a long word)");
  if (safe === "") return "No error message.";
  return safe.length > ERROR_CHARACTERS_MAX ? `${safe.slice(0, ERROR_CHARACTERS_MAX)}…` : safe;
}

type JobKindRow = {
  readonly kind: string;
  readonly waiting: number;
  readonly oldestDueAt: Date | null;
  readonly later: number;
  readonly running: number;
  readonly retrying: number;
  readonly dead: number;
};

/** Returns the queue by kind, kinds with dead jobs first. */
function selectJobKinds(): Promise<JobKindRow[]> {
  return database().$queryRaw<JobKindRow[]>`
    SELECT kind, count(*) FILTER (WHERE is_due)::int AS waiting, min(run_at) FILTER (WHERE is_due) AS "oldestDueAt",
      count(*) FILTER (WHERE NOT is_dead AND NOT is_running AND run_at > now())::int AS later,
      count(*) FILTER (WHERE is_running)::int AS running,
      count(*) FILTER (WHERE NOT is_dead AND attempts > 0 AND last_error IS NOT NULL)::int AS retrying,
      count(*) FILTER (WHERE is_dead)::int AS dead
    FROM (
      SELECT task_identifier AS kind, run_at, attempts, last_error, locked_at IS NOT NULL AS is_running,
        attempts >= max_attempts AND locked_at IS NULL AS is_dead,
        attempts < max_attempts AND locked_at IS NULL AND run_at <= now() AS is_due
      FROM graphile_worker.jobs) AS job
    GROUP BY kind ORDER BY dead DESC, waiting DESC, kind`;
}

type DeadJobRow = {
  readonly id: bigint;
  readonly kind: string;
  readonly attempts: number;
  readonly error: string | null;
  readonly failedAt: Date;
};

/** Returns dead jobs, newest first. */
function selectDeadJobs(kind: string | null, before: bigint | null, limit: number): Promise<DeadJobRow[]> {
  const ofKind = kind === null ? Prisma.empty : Prisma.sql`AND task_identifier = ${kind}`;
  const older = before === null ? Prisma.empty : Prisma.sql`AND id < ${before}`;
  return database().$queryRaw<DeadJobRow[]>`
    SELECT id, task_identifier AS kind, attempts::int AS attempts, last_error AS error, updated_at AS "failedAt"
    FROM graphile_worker.jobs WHERE attempts >= max_attempts AND locked_at IS NULL ${ofKind} ${older}
    ORDER BY id DESC LIMIT ${limit}`;
}

/**
 * Resets the attempts of one dead job, or of those of a kind, and makes them due now. Returns their
 * kinds.
 */
export async function reviveJobs(tx: Tx, which: { id: bigint } | { kind: string }, limit: number): Promise<string[]> {
  const wanted = "id" in which ? Prisma.sql`id = ${which.id}` : Prisma.sql`task_identifier = ${which.kind}`;
  const rows = await tx.$queryRaw<{ kind: string }[]>`
    WITH dead AS (
      SELECT id, task_identifier AS kind FROM graphile_worker.jobs
      WHERE ${wanted} AND attempts >= max_attempts AND locked_at IS NULL ORDER BY id LIMIT ${limit}),
    revived AS (
      SELECT r.id FROM graphile_worker.reschedule_jobs((SELECT array_agg(id) FROM dead), run_at => now(), attempts => 0) AS r)
    SELECT d.kind FROM dead d JOIN revived r ON r.id = d.id`;
  return rows.map(({ kind }) => kind);
}

/** Limits how long the queue's rows are locked; for more, the operator repeats the command. */
const JOBS_MAX = 5_000;

/**
 * Retries dead jobs: one, or all of a kind. Jobs are idempotent, so nothing is paid or notified
 * twice. Jobs are never removed manually: money may depend on them.
 * @throws AppError `not_found` when no such job is dead any more
 */
export async function retryJobs(which: { id: bigint } | { kind: string }, actorId: string): Promise<{ count: number }> {
  return withTransaction(async (tx) => {
    const kinds = await reviveJobs(tx, which, JOBS_MAX);
    const [kind] = kinds;
    if (kind === undefined) throw new AppError("not_found", "None of them is dead anymore");
    const target = "id" in which ? which.id.toString() : kind;
    await recordAudit(tx, { actorId, action: "job.retry", target, detail: { kind, count: kinds.length } });
    return { count: kinds.length };
  });
}
