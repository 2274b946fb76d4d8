import pg from "pg";
import { expect } from "vitest";
import { env } from "@/lib/kernel/env";
import { until } from "@/lib/run/worker/testing/observe";

/**
 * Running transactions of the gateway's processes; `isBlocked`: those that have started to write
 * and wait for a lock.
 */
type Listing = { readonly isBlocked?: boolean };

type Lock = { readonly text: string; readonly values?: readonly string[] };

type Strike<Outcome> = {
  /**
   * Locks the rows that the commands write, so that each blocks in the middle of its transaction.
   */
  readonly lock: Lock;
  readonly send: readonly (() => Promise<Outcome>)[];
  readonly strike: (backends: readonly number[]) => Promise<void>;
  readonly blockedWithinMs: number;
};

export type OutsideConnections = {
  /**
   * Sends all commands while `lock` is held, then runs `strike` once each of them waits for the
   * lock. Returns their outcomes once no transaction is running.
   */
  readonly strikeInTheMiddle: <Outcome>(strike: Strike<Outcome>) => Promise<readonly Outcome[]>;
  /** Runs `work` while `lock` is held. */
  readonly whileLocked: <Result>(lock: Lock, work: () => Promise<Result>) => Promise<Result>;
  readonly terminate: (backends: readonly number[]) => Promise<void>;
  readonly untilQuiet: () => Promise<void>;
  readonly end: () => Promise<void>;
};

/**
 * Opens connections outside the gateway, with which its processes are blocked, inspected and
 * terminated.
 */
export async function openOutsideConnections(): Promise<OutsideConnections> {
  // Two, because within a transaction PostgreSQL keeps showing the same activity, so the connection
  // that takes locks cannot inspect it.
  const [looking, holding] = [await connect(), await connect()];
  const list = async ({ isBlocked = false }: Listing = {}) => {
    const { rows } = await looking.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'chaintill' AND xact_start IS NOT NULL
         AND (NOT $1 OR wait_event_type = 'Lock')`,
      [isBlocked],
    );
    return rows.map(({ pid }) => pid);
  };
  const untilQuiet = async () => void (await until(async () => expect(await list()).toEqual([])));
  return {
    untilQuiet,
    async whileLocked({ text, values = [] }, work) {
      await holding.query("BEGIN");
      try {
        await holding.query(text, [...values]);
        return await work();
      } finally {
        await holding.query("ROLLBACK");
      }
    },
    async strikeInTheMiddle({ lock, send, strike, blockedWithinMs }) {
      await holding.query("BEGIN");
      await holding.query(lock.text, [...(lock.values ?? [])]);
      const sent = Promise.all(send.map((one) => one()));
      try {
        const blocked = async () => {
          const backends = await list({ isBlocked: true });
          expect(backends).toHaveLength(send.length);
          return backends;
        };
        await strike(await until(blocked, blockedWithinMs));
      } finally {
        await holding.query("ROLLBACK");
      }
      const outcomes = await sent;
      await untilQuiet();
      return outcomes;
    },
    async terminate(backends) {
      for (const pid of backends) await looking.query("SELECT pg_terminate_backend($1)", [pid]);
    },
    async end() {
      await looking.end();
      await holding.end();
    },
  };
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: env().DATABASE_URL, application_name: "outside" });
  await client.connect();
  return client;
}
