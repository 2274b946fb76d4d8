import { Prisma } from "@/lib/generated/prisma/client";
import { database } from "@/lib/kernel/db";

/** An order id that a stranger chooses to have it run as a formula in a spreadsheet. */
export const FORMULA = "=1+1";

const NEW_ID = Prisma.sql`'id', gen_random_uuid()`;
/** The first row has the formula as its order id, the others their number. */
const NAMED = Prisma.sql`'order_id', CASE WHEN n = 1 THEN ${FORMULA} ELSE 'order-' || n END`;

/** Many rows share few time stamps, so that pages end between rows with the same one. */
function earlier(moment: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`${moment} - (n % 7) * interval '1 minute'`;
}

/** The columns that differ in each copy of a row. */
const CHANGES = {
  invoices: Prisma.sql`${NEW_ID}, ${NAMED}, 'created_at', ${earlier(Prisma.sql`t.created_at`)}, 'paid_amount_usd', n % 5, 'current_quote_id', null`,
  payouts: Prisma.sql`${NEW_ID}, ${NAMED}, 'created_at', ${earlier(Prisma.sql`t.created_at`)}`,
  static_wallets: Prisma.sql`${NEW_ID}, ${NAMED}, 'created_at', ${earlier(Prisma.sql`t.created_at`)}, 'address', 'address-' || n`,
  cases: Prisma.sql`${NEW_ID}, 'opened_at', ${earlier(Prisma.sql`t.opened_at`)}, 'deposit_id', gen_random_uuid()`,
  webhook_deliveries: Prisma.sql`${NEW_ID}, 'sequence', nextval('webhook_deliveries_sequence_seq'), 'url', CASE WHEN n = 1 THEN ${FORMULA} ELSE 'https://shop.example/' || n END`,
  audit_events: Prisma.sql`'id', nextval('audit_events_id_seq'), 'target', CASE WHEN n = 1 THEN ${FORMULA} ELSE 'target-' || n END`,
} as const;

/** Inserts `count` copies of a row. */
export async function multiply(table: keyof typeof CHANGES, id: string, count: number): Promise<void> {
  await database().$executeRaw`
    INSERT INTO ${Prisma.raw(table)} SELECT r.* FROM ${Prisma.raw(table)} t CROSS JOIN generate_series(1, ${count}::int) n
      CROSS JOIN LATERAL jsonb_populate_record(t, jsonb_build_object('n', n, ${CHANGES[table]})) r WHERE t.id::text = ${id}`;
}

/**
 * Inserts `count` transfers of 0.01 USDT to the personal wallet, as the ledger stores them; a
 * person ordered the first one.
 */
export async function insertTransfers(merchantId: string, userId: string, count: number): Promise<void> {
  await database().$executeRaw`
    WITH entries AS (
      INSERT INTO journal_entries (kind, reference, group_id, memo)
      SELECT 'transfer.to-personal', gen_random_uuid() || ':' || gen_random_uuid(), 'group-' || n, ${FORMULA} FROM generate_series(1, ${count}::int) n
      RETURNING id)
    INSERT INTO postings (entry_id, account_id, currency_code, amount)
    SELECT e.id, a.id, a.currency_code, CASE a.kind WHEN 'merchant' THEN 0.01 ELSE -0.01 END
    FROM entries e CROSS JOIN accounts a
    WHERE a.currency_code = 'USDT' AND ((a.kind = 'merchant' AND a.owner_id = ${merchantId}) OR (a.kind = 'user' AND a.owner_id = ${userId}))`;
  await database().$executeRaw`
    INSERT INTO audit_events (actor_id, merchant_id, action, target)
    SELECT ${userId}::uuid, ${merchantId}::uuid, 'transfer.to-personal', split_part(reference, ':', 1) FROM journal_entries
    WHERE kind = 'transfer.to-personal' ORDER BY id DESC LIMIT 1`;
}
