import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { Prisma, PrismaClient } from "@/lib/generated/prisma/client";
import { createClockGuard } from "@/lib/kernel/clock-guard";
import { directDatabaseUrl, env } from "@/lib/kernel/env";
import { invariant } from "@/lib/kernel/errors";
import { ANSWER_MARGIN_MS, CONNECT_MS_MAX, openPool } from "@/lib/kernel/open-pool";
import { createStatementNames } from "@/lib/kernel/statement-names";

/** The argument of a command's parts, which write but cannot open their own transaction. */
export type Tx = Prisma.TransactionClient;

const TRANSACTION_ATTEMPTS = 8;
/** Commands that deadlocked would deadlock again if they all retried at once. */
const CONFLICT_PAUSE_MS = 20;
const TRANSACTION_MS_MAX = 20_000;
/**
 * For rare commands whose size is chosen externally and that cannot be split: a block as full as
 * possible, the journal of years.
 */
export const LONG_TRANSACTION_MS = 10 * 60_000;
/** Large sets are compared in memory. */
const LONG_READS = "SET default_transaction_read_only = on; SET work_mem = '256MB'";
/** Ends the statement of a process that is gone; servers on Windows refuse it. */
const END_WITH_PROCESS = "SET client_connection_check_interval = '10s'";
/** Tests that count statements leave it out. */
export const READ_CLOCK = "SELECT clock_timestamp() AS now";
const SERIALIZATION_FAILURE = "40001";
const DEADLOCK = "40P01";

let connections: pg.Pool | undefined;
let sessions: pg.Pool | undefined;
let client: PrismaClient | undefined;

/**
 * Returns the process's connection pool. Used directly only by a few hot statements; everything
 * else uses Prisma. With `DATABASE_DIRECT_URL` it may lead through PgBouncer: nothing lasts longer
 * than a transaction on its connections.
 */
export function connectionPool(): pg.Pool {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_PREPARED_STATEMENTS } = env();
  const preparesStatements = DATABASE_PREPARED_STATEMENTS ?? DATABASE_DIRECT_URL === undefined;
  connections ??= openPool(DATABASE_URL, { preparesStatements });
  return connections;
}

/**
 * Returns the pool for what needs sessions, such as LISTEN: the same one, unless it leads through
 * PgBouncer.
 */
export function sessionPool(): pg.Pool {
  if (env().DATABASE_DIRECT_URL === undefined) return connectionPool();
  sessions ??= openPool(directDatabaseUrl());
  return sessions;
}

/** Returns the process's database client, created on first use. */
export function database(): PrismaClient {
  client ??= new PrismaClient({
    adapter: new PrismaPg(connectionPool(), { statementNameGenerator: createStatementNames() }),
  });
  return client;
}

const clock = createClockGuard(async () => {
  const { rows } = await connectionPool().query<{ now: Date }>(READ_CLOCK);
  invariant(rows[0], "the database has a clock");
  return rows[0].now;
});

/**
 * Returns by how many milliseconds this process's clock is ahead of the database's at least;
 * negative: behind.
 */
export const measureClock = clock.measure;

/**
 * Called before anything is decided by this process's clock. {@link withTransaction} does.
 * @throws WrongClock when it differs from the database's
 */
export const assertClock = clock.assert;

/**
 * Calls `read` with a read-only connection of its own, for statements over whole tables, each of
 * which may take `LONG_TRANSACTION_MS`. Throws when `signal` is aborted; the statement that runs
 * then ends soon after this process.
 */
export async function withLongReads<Result>(
  read: (client: pg.ClientBase) => Promise<Result>,
  signal: AbortSignal = new AbortController().signal,
): Promise<Result> {
  const own = new pg.Client({
    connectionString: directDatabaseUrl(),
    connectionTimeoutMillis: CONNECT_MS_MAX,
    statement_timeout: LONG_TRANSACTION_MS,
    query_timeout: LONG_TRANSACTION_MS + ANSWER_MARGIN_MS,
    keepAlive: true,
    application_name: "chaintill long reads",
  });
  // The statement that is running fails as well.
  own.on("error", () => undefined);
  try {
    await own.connect();
    await own.query(LONG_READS);
    await own.query(END_WITH_PROCESS).catch(() => undefined);
    return await unlessAborted(read(own), signal);
  } finally {
    // While a statement runs, this waits for it.
    const ended = own.end().catch(() => undefined);
    if (!signal.aborted) await ended;
  }
}

/** The result, or the reason of the signal if that comes first. Leaves no listener. */
function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort);
    if (signal.aborted) abort();
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

export async function closeDatabase(): Promise<void> {
  await client?.$disconnect();
  client = undefined;
  const open = [connections, sessions];
  connections = undefined;
  sessions = undefined;
  for (const pool of open) if (pool && !pool.ended) await pool.end();
}

/**
 * Runs one command in one transaction (read committed; the command locks the rows that its rules
 * depend on). Retries after a write conflict or deadlock, so `command` must change only `tx` and
 * its own variables, and must not make network calls. Runs nothing while this process's clock is
 * wrong.
 *
 * @param limits `transactionMs` replaces the usual 20 seconds; a statement is still limited to 15.
 *   `attempts` replaces the usual eight
 * @throws WrongClock
 */
export async function withTransaction<Result>(
  command: (tx: Tx) => Promise<Result>,
  {
    transactionMs = TRANSACTION_MS_MAX,
    attempts = TRANSACTION_ATTEMPTS,
  }: { readonly transactionMs?: number; readonly attempts?: number } = {},
): Promise<Result> {
  await assertClock();
  const timely = async (tx: Tx) => {
    const result = await command(tx);
    // It may have jumped meanwhile: nothing is committed then.
    await assertClock();
    return result;
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database().$transaction(timely, { maxWait: CONNECT_MS_MAX, timeout: transactionMs });
    } catch (error) {
      if (attempt >= attempts || !isConflict(error)) throw error;
      await pause(randomInt(CONFLICT_PAUSE_MS * 2 ** attempt));
    }
  }
}

function isConflict(error: unknown): boolean {
  const state = sqlState(error);
  if (state === SERIALIZATION_FAILURE || state === DEADLOCK) return true;
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2034";
}

/**
 * Returns the SQLSTATE of an error of `pg` or Prisma, or null. Ours: CT001 overdrawn, CT002 frozen,
 * CT003 misuse, CT004 unbalanced, CT005 not writable by the web process.
 */
export function sqlState(error: unknown): string | null {
  if (error instanceof pg.DatabaseError) return error.code ?? null;
  if (!(error instanceof Error)) return null;
  const adapterError: unknown = Reflect.get(Reflect.get(error, "meta") ?? {}, "driverAdapterError");
  const cause: unknown = adapterError instanceof Error ? adapterError.cause : error.cause;
  if (cause && typeof cause === "object") {
    const code: unknown = Reflect.get(cause, "originalCode") ?? Reflect.get(cause, "code");
    if (typeof code === "string") return code;
  }
  return null;
}
