import pg from "pg";
import { env } from "@/lib/kernel/env";

/** Time to obtain a connection, also of one outside the pools. */
export const CONNECT_MS_MAX = 10_000;
export const STATEMENT_MS_MAX = 15_000;
export const ANSWER_MARGIN_MS = 5_000;
export const IDLE_IN_TRANSACTION_MS_MAX = 60_000;
/** A write on a server that has become a standby. */
const READ_ONLY_TRANSACTION = "25006";

/**
 * Opens a pool of at most `DATABASE_POOL_MAX` connections. One that leads to a server that became
 * read-only is dropped when its transaction ends, and replaced by the next user of the pool.
 *
 * @param preparesStatements whether statements may have names; without, they are parsed each time,
 *   which works through poolers that hand each transaction to another server connection
 */
export function openPool(url: string, { preparesStatements = true } = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: env().DATABASE_POOL_MAX,
    connectionTimeoutMillis: CONNECT_MS_MAX,
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
  pool.on("error", () => undefined);
  if (!preparesStatements) pool.on("connect", removeStatementNames);
  dropReadOnly(pool);
  return pool;
}

/**
 * The pool itself drops connections that were lost: PostgreSQL ends those of a server that stops.
 */
function dropReadOnly(pool: pg.Pool): void {
  const readOnly = new WeakSet<pg.PoolClient>();
  pool.on("connect", (client) => {
    client.connection.on("errorMessage", ({ code }: { readonly code?: string }) => {
      if (code === READ_ONLY_TRANSACTION) readOnly.add(client);
    });
  });
  // A connection that is ending is not used again.
  pool.on("release", (_error, client) => void (readOnly.has(client) && client.end().catch(() => undefined)));
}

/** Here and not at each statement, so that none can be forgotten. */
function removeStatementNames(client: pg.PoolClient): void {
  const send = client.query.bind(client) as (...args: readonly unknown[]) => unknown;
  // A query that submits itself, a cursor for example, is not plain data.
  const isNamed = (query: unknown) =>
    typeof query === "object" && query !== null && "name" in query && !("submit" in query);
  const query = (first: unknown, ...others: readonly unknown[]) =>
    send(isNamed(first) ? { ...(first as object), name: undefined } : first, ...others);
  Object.assign(client, { query });
}
