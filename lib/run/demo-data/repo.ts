import pg from "pg";
import { database } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { COLLECT_LINES } from "@/lib/run/demo-data/books-repo";
import { INSERT_DEPOSITS } from "@/lib/run/demo-data/deposits-repo";
import { FIND_REFUSED, WRITE_BOOKS } from "@/lib/run/demo-data/internal-entries-repo";
import { INSERT_INVOICES, INSERT_TIME_LINES } from "@/lib/run/demo-data/invoices-repo";
import { INSERT_OUTFLOWS } from "@/lib/run/demo-data/outflows-repo";
import { INSERT_NOTIFICATIONS, INSERT_PEOPLE } from "@/lib/run/demo-data/people-repo";
import { CREATE_PLAN } from "@/lib/run/demo-data/plan-repo";
import { CREATE_TERMS, INSERT_TERMS } from "@/lib/run/demo-data/terms-repo";
import { dropGuards, INSERT_DELIVERIES, INSERT_REFUND_REQUESTS } from "@/lib/run/demo-data/webhooks-repo";

export type Owner = { readonly merchantId: string; readonly userId: string };

/** Rows created, by table, and the duration. */
export type DemoDataSummary = {
  readonly milliseconds: number;
  readonly rows: Readonly<Record<string, number>>;
  /** The slowest statements, slowest first. */
  readonly slowest: readonly { readonly statement: string; readonly milliseconds: number }[];
};

/**
 * Tables whose triggers are disabled, because internal-entries-repo.ts maintains the balances
 * instead.
 */
const GUARDED = [
  "postings",
  "journal_entries",
  "account_balances",
  "deposits",
  "invoices",
  "cases",
  "refunds",
  "invoice_events",
  "invoice_credits",
  "internal_payments",
] as const;

/**
 * Locked before anything else that other processes write, so that they wait and never see partial
 * data.
 */
const LOCKED = [
  ...GUARDED,
  "addresses",
  "quotes",
  "sends",
  "outgoing_transactions",
  "coins",
  "payouts",
  "webhook_deliveries",
] as const;

const DEADLOCK_DETECTED = "40P01";
const LOCK_ATTEMPTS = 20;

/**
 * The tables with most of the rows: their indexes and references are rebuilt at the end, which is
 * faster than row by row.
 */
const BULKY = [
  "postings",
  "journal_entries",
  "invoice_events",
  "invoices",
  "quotes",
  "deposits",
  "webhook_deliveries",
  "webhook_attempts",
];

const SLOWEST_SHOWN = 8;
const NAME_LENGTH = 60;

/**
 * @throws Error unless this process belongs to a sandbox, at least one network is enabled, all
 *   enabled networks are test networks, and no real network was ever scanned here. Every deposit
 *   and outflow on a network is read by its watcher, which records its position; earlier demo data
 *   on real networks records none.
 */
export async function assertSandbox(): Promise<void> {
  if (!env().SANDBOX) throw new Error("A year is made up in sandboxes only: SANDBOX is not set to true here");
  const read = await database().$queryRaw<{ code: string }[]>`
    SELECT n.code FROM networks n JOIN chain_cursors c ON c.network_code = n.code WHERE NOT n.is_sandbox ORDER BY n.code`;
  if (read.length > 0) {
    const codes = read.map(({ code }) => code).join(", ");
    throw new Error(`A year is made up in sandboxes only, and real networks were read here: ${codes}`);
  }
  const networks = await database().network.findMany({
    where: { isEnabled: true },
    select: { code: true, isSandbox: true },
  });
  const real = networks.filter(({ isSandbox }) => !isSandbox).map(({ code }) => code);
  if (real.length > 0)
    throw new Error(`A year is made up in sandboxes only, and these networks are real: ${real.join(", ")}`);
  if (networks.length === 0) throw new Error("No network is switched on here: start the sandbox first (npm run up)");
}

/**
 * Returns the merchant of a person by e-mail, or the oldest one. @throws Error if there is none, or
 * it has a year already
 */
export async function findOwner(email: string | null): Promise<Owner> {
  const member = await database().merchantMember.findFirst({
    where: email === null ? { role: "owner" } : { user: { email: email.toLowerCase() } },
    orderBy: { createdAt: "asc" },
    select: { merchantId: true, userId: true },
  });
  if (member === null)
    throw new Error(email === null ? "There is no merchant here" : `Nobody with ${email} is a merchant's member`);
  const [done] = await database().$queryRaw<{ is_there: boolean }[]>`
    SELECT EXISTS (SELECT FROM claimed_order_ids WHERE merchant_id = ${member.merchantId}::uuid
      AND order_id = 'order-' || substr(md5(${member.merchantId}), 1, 6) || '-0000001') AS is_there`;
  if (done?.is_there) throw new Error("This merchant has its year already");
  return member;
}

/**
 * Writes everything in one transaction, on a separate connection: its statements take longer than
 * those of a request may.
 */
export async function insertDemoData(owner: Owner, invoices: number): Promise<DemoDataSummary> {
  const client = new pg.Client({ connectionString: env().DATABASE_URL, application_name: "chaintill-demo-data" });
  await client.connect();
  try {
    return await writeDemoData(client, owner, invoices);
  } finally {
    await client.end();
  }
}

/**
 * Begins a transaction that has locked the tables and suspended their guards; returns what restores
 * these. They are locked one after another, and a gateway that is writing to several of them may
 * wait for this transaction while this one waits for it.
 */
async function beginLocked(client: pg.Client) {
  for (let attempt = 1; ; attempt += 1) {
    await client.query("BEGIN");
    try {
      await client.query(`LOCK TABLE ${LOCKED.join(", ")} IN SHARE ROW EXCLUSIVE MODE`);
      for (const table of GUARDED) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
      return await dropGuards(client, BULKY);
    } catch (error) {
      await client.query("ROLLBACK");
      const isDeadlock = error instanceof pg.DatabaseError && error.code === DEADLOCK_DETECTED;
      if (!isDeadlock || attempt === LOCK_ATTEMPTS) throw error;
    }
  }
}

async function writeDemoData(client: pg.Client, owner: Owner, invoices: number): Promise<DemoDataSummary> {
  const startedAt = performance.now();
  const timed: { statement: string; milliseconds: number }[] = [];
  const run = async (sql: string) => {
    const from = performance.now();
    await client.query(sql).catch((cause: unknown) => {
      throw new Error(`${nameOf(sql)}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    });
    timed.push({ statement: nameOf(sql), milliseconds: Math.round(performance.now() - from) });
  };
  const restore = await beginLocked(client);
  await client.query("SET LOCAL work_mem = '128MB'; SET LOCAL synchronous_commit = off; SET LOCAL jit = off");
  await client.query(INSERT_TERMS, [owner.merchantId, owner.userId, invoices]);
  const steps = [
    CREATE_TERMS,
    INSERT_PEOPLE,
    CREATE_PLAN,
    INSERT_INVOICES,
    INSERT_DEPOSITS,
    INSERT_TIME_LINES,
    INSERT_OUTFLOWS,
    COLLECT_LINES,
    WRITE_BOOKS,
    INSERT_REFUND_REQUESTS,
    INSERT_DELIVERIES,
    INSERT_NOTIFICATIONS,
  ];
  for (const sql of [...steps.flat(), ...restore]) await run(sql);
  const { rows: refused } = await client.query<{ problem: string }>(FIND_REFUSED);
  if (refused.length > 0)
    throw new Error(`The books would refuse it: ${refused.map(({ problem }) => problem).join("; ")}`);
  for (const table of GUARDED) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  const rows = await countRows(client);
  await client.query("COMMIT");
  await client.query("ANALYZE");
  const slowest = timed.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, SLOWEST_SHOWN);
  return { milliseconds: Math.round(performance.now() - startedAt), rows, slowest };
}

function nameOf(sql: string): string {
  return sql.replace(/\s+/g, " ").trim().slice(0, NAME_LENGTH);
}

async function countRows(client: pg.Client): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; count: number }>(`
    SELECT 'invoices' AS name, count(*)::int AS count FROM seed_invoices UNION ALL SELECT 'deposits', count(*)::int FROM seed_deposits
    UNION ALL SELECT 'payouts', count(*)::int FROM seed_payouts UNION ALL SELECT 'refunds', count(*)::int FROM seed_refunds
    UNION ALL SELECT 'static wallets', count(*)::int FROM seed_wallets UNION ALL SELECT 'entries', count(*)::int FROM seed_entries
    UNION ALL SELECT 'postings', count(*)::int FROM seed_lines UNION ALL SELECT 'webhooks', count(*)::int FROM seed_deliveries`);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}
