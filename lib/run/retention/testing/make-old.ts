import { connectionPool } from "@/lib/kernel/db";

/** Tables with times that retention reads. */
const TABLES = [
  "account_links",
  "chat_messages",
  "invitations",
  "invoice_events",
  "invoice_milestones",
  "invoices",
  "mails",
  "outflow_events",
  "payouts",
  "recurrences",
  "refund_requests",
  "refunds",
  "sessions",
  "webhook_attempts",
  "webhook_deliveries",
];

/** Moves everything that is there by this many days into the past. For tests. */
export async function makeOld(days: number): Promise<void> {
  const client = await connectionPool().connect();
  try {
    for (const table of TABLES) {
      const { rows } = await client.query<{ name: string }>(
        "SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1 AND data_type LIKE 'timestamp%'",
        [table],
      );
      const moved = rows.map(({ name }) => `${name} = ${name} - interval '${days} days'`).join(", ");
      await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
      await client.query(`UPDATE ${table} SET ${moved}`);
      await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    }
  } finally {
    client.release(true);
  }
}

/** Every rule at this many days. */
export function everyRule(days: number) {
  return {
    RETAIN_EVENTS_DAYS: days,
    RETAIN_REQUEST_DATA_DAYS: days,
    RETAIN_MAILS_DAYS: days,
    RETAIN_PAYER_DATA_DAYS: days,
  } as const;
}
