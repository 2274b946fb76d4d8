import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { Prisma, PrismaClient } from "@/lib/generated/prisma/client";
import { env } from "@/lib/kernel/env";
import { createStatementNames } from "@/lib/kernel/statement-names";

/** The argument of a command's parts, which write but cannot open their own transaction. */
export type Tx = Prisma.TransactionClient;

const TRANSACTION_ATTEMPTS = 8;
/** Commands that deadlocked would deadlock again if they all retried at once. */
const CONFLICT_PAUSE_MS = 20;
const TRANSACTION_WAIT_MS_MAX = 10_000;
const TRANSACTION_MS_MAX = 20_000;
const STATEMENT_MS_MAX = 15_000;
const ANSWER_MARGIN_MS = 5_000;
const IDLE_IN_TRANSACTION_MS_MAX = 60_000;
/**
 * For rare commands whose size is chosen externally and that cannot be split: a block as full as
 * possible, the journal of years.
 */
export const LONG_TRANSACTION_MS = 10 * 60_000;
/** Large sets are compared in memory. */
const LONG_READS = "SET default_transaction_read_only = on; SET work_mem = '256MB'";
/** Ends the statement of a process that is gone; servers on Windows refuse it. */
const END_WITH_PROCESS = "SET client_connection_check_interval = '10s'";
const SERIALIZATION_FAILURE = "40001";
const DEADLOCK = "40P01";

let connections: pg.Pool | undefined;
let client: PrismaClient | undefined;

/**
 * Returns the process's connection pool. Used directly only by a few hot statements; everything
 * else uses Prisma.
 */
export function connectionPool(): pg.Pool {
  connections ??= new pg.Pool({
    connectionString: env().DATABASE_URL,
    max: env().DATABASE_POOL_MAX,
    connectionTimeoutMillis: TRANSACTION_WAIT_MS_MAX,
    statement_timeout: STATEMENT_MS_MAX,
    // A connection that was dropped without a word would keep its statement waiting for ever.
    query_timeout: STATEMENT_MS_MAX + ANSWER_MARGIN_MS,
    // A paused process, or one that lost its network, would keep its locks for hours.
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS_MAX,
    keepAlive: true,
    application_name: "chaintill",
  });
  // The pool replaces a connection that dies while idle; without a listener the error would end the
  // process.
  if (connections.listenerCount("error") === 0) connections.on("error", () => undefined);
  return connections;
}

/** Returns the process's database client, created on first use. */
export function database(): PrismaClient {
  client ??= new PrismaClient({
    adapter: new PrismaPg(connectionPool(), { statementNameGenerator: createStatementNames() }),
  });
  return client;
}

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
    connectionString: env().DATABASE_URL,
    connectionTimeoutMillis: TRANSACTION_WAIT_MS_MAX,
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
  const open = connections;
  connections = undefined;
  if (open && !open.ended) await open.end();
}

/**
 * Runs one command in one transaction (read committed; the command locks the rows that its rules
 * depend on). Retries after a write conflict or deadlock, so `command` must change only `tx` and
 * its own variables, and must not make network calls.
 *
 * @param limits `transactionMs` replaces the usual 20 seconds; a statement is still limited to 15.
 *   `attempts` replaces the usual eight
 */
export async function withTransaction<Result>(
  command: (tx: Tx) => Promise<Result>,
  {
    transactionMs = TRANSACTION_MS_MAX,
    attempts = TRANSACTION_ATTEMPTS,
  }: { readonly transactionMs?: number; readonly attempts?: number } = {},
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database().$transaction(command, { maxWait: TRANSACTION_WAIT_MS_MAX, timeout: transactionMs });
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
