import type { ObjectKind } from "@/lib/fronts/dashboard/audit-objects";
import { Prisma } from "@/lib/generated/prisma/client";
import { database } from "@/lib/kernel/db";

/** An object to name. With a merchant it is named only if it is that merchant's. */
export type NamelessObject = {
  readonly kind: ObjectKind;
  readonly id: string;
  readonly merchantId: string | null;
};

export type ObjectName = {
  readonly asked: ObjectKind;
  readonly id: string;
  readonly merchant_id: string | null;
  /** What is named: a review is named by its payout, for example. */
  readonly shown: string;
  /** What the page of that kind is found by. */
  readonly page_id: string;
  readonly name: string;
};

/** Objects with a merchant: their table `o` and their name. */
const OWNED = {
  invoice: [Prisma.sql`invoices`, Prisma.sql`o.order_id`],
  payout: [Prisma.sql`payouts`, Prisma.sql`o.order_id`],
  wallet: [Prisma.sql`static_wallets`, Prisma.sql`o.order_id`],
  "payment-link": [Prisma.sql`payment_links`, Prisma.sql`o.title`],
  "pos-item": [Prisma.sql`pos_items`, Prisma.sql`o.name`],
  bill: [Prisma.sql`bills`, Prisma.sql`coalesce(o.number, o.customer_name)`],
  recurrence: [Prisma.sql`recurrences`, Prisma.sql`coalesce(o.order_id, o.name)`],
  settlement: [Prisma.sql`settlement_rules`, Prisma.sql`o.currency_code`],
  "payout-batch": [Prisma.sql`payout_batches`, Prisma.sql`o.file_name`],
  chat: [Prisma.sql`chats`, Prisma.sql`o.name`],
  invitation: [Prisma.sql`invitations`, Prisma.sql`o.email`],
  "api-key": [Prisma.sql`api_keys`, Prisma.sql`CASE o.kind WHEN 'payout' THEN 'Payout key' ELSE 'Payment key' END`],
} as const;

const MONEY = Prisma.sql`trim_scale(o.amount) || ' ' || o.currency_code`;
const SAME_MERCHANT = Prisma.sql`(w.merchant_id IS NULL OR o.merchant_id = w.merchant_id)`;

type Source = { readonly from: Prisma.Sql; readonly shown?: Prisma.Sql; readonly page?: Prisma.Sql; name: Prisma.Sql };

/** Joins of each kind to the asked objects `w`; an owned one's condition is part of its join. */
const OTHERS: Readonly<Record<Exclude<ObjectKind, keyof typeof OWNED>, Source>> = {
  case: {
    from: Prisma.sql`JOIN cases o ON o.id = w.id AND ${SAME_MERCHANT}
      LEFT JOIN invoices i ON i.id = o.invoice_id AND i.merchant_id = o.merchant_id
      LEFT JOIN static_wallets s ON s.id = o.wallet_id AND s.merchant_id = o.merchant_id`,
    name: Prisma.sql`coalesce(i.order_id, s.order_id, ${MONEY})`,
  },
  // By the payout or refund that it decides about.
  review: {
    from: Prisma.sql`JOIN reviews o ON o.id = w.id AND ${SAME_MERCHANT}
      LEFT JOIN payouts p ON o.kind = 'payout' AND p.id = o.subject_id AND p.merchant_id = o.merchant_id
      LEFT JOIN refunds r ON o.kind = 'refund' AND r.id = o.subject_id AND r.merchant_id = o.merchant_id
      LEFT JOIN invoices i ON i.id = r.invoice_id AND i.merchant_id = o.merchant_id
      LEFT JOIN static_wallets s ON s.id = r.wallet_id AND s.merchant_id = o.merchant_id`,
    shown: Prisma.sql`CASE WHEN p.id IS NOT NULL THEN 'payout' WHEN i.id IS NOT NULL THEN 'refund' ELSE 'wallet-refund' END`,
    page: Prisma.sql`coalesce(p.id, i.id, s.id)`,
    name: Prisma.sql`coalesce(p.order_id, i.order_id, s.order_id)`,
  },
  delivery: {
    from: Prisma.sql`JOIN webhook_deliveries o ON o.id = w.id AND ${SAME_MERCHANT}
      LEFT JOIN invoices i ON o.object_kind = 'invoice' AND i.id = o.object_id AND i.merchant_id = o.merchant_id
      LEFT JOIN static_wallets s ON o.object_kind = 'wallet' AND s.id = o.object_id AND s.merchant_id = o.merchant_id
      LEFT JOIN payouts p ON o.object_kind = 'payout' AND p.id = o.object_id AND p.merchant_id = o.merchant_id
      LEFT JOIN recurrences r ON o.object_kind = 'recurrence' AND r.id = o.object_id AND r.merchant_id = o.merchant_id`,
    name: Prisma.sql`coalesce(i.order_id, s.order_id, p.order_id, r.order_id, r.name)`,
  },
  // A merchant learns the name of its own members only.
  person: {
    from: Prisma.sql`JOIN users o ON o.id = w.id AND (w.merchant_id IS NULL OR EXISTS (
      SELECT 1 FROM merchant_members m WHERE m.merchant_id = w.merchant_id AND m.user_id = o.id))`,
    page: Prisma.sql`o.email`,
    name: Prisma.sql`o.name || ' (' || o.email || ')'`,
  },
  merchant: {
    from: Prisma.sql`JOIN merchants o ON o.id = w.id AND (w.merchant_id IS NULL OR o.id = w.merchant_id)`,
    name: Prisma.sql`o.name`,
  },
  // The following belong to nobody, or to the installation: never named to a merchant.
  passkey: operatorOnly(Prisma.sql`passkeys`, Prisma.sql`o.name`),
  send: operatorOnly(Prisma.sql`sends`, MONEY),
  withdrawal: operatorOnly(Prisma.sql`withdrawals`, MONEY),
  "screening-list": operatorOnly(Prisma.sql`screening_lists`, Prisma.sql`o.name`),
  deposit: operatorOnly(Prisma.sql`deposits`, MONEY),
  // By its first send.
  transaction: {
    from: Prisma.sql`JOIN LATERAL (SELECT s.id, s.amount, s.currency_code FROM sends s WHERE s.outgoing_id = w.id
      ORDER BY s.created_at, s.id LIMIT 1) o ON w.merchant_id IS NULL`,
    shown: Prisma.sql`'send'`,
    name: MONEY,
  },
};

function operatorOnly(table: Prisma.Sql, name: Prisma.Sql): Source {
  return { from: Prisma.sql`JOIN ${table} o ON o.id = w.id AND w.merchant_id IS NULL`, name };
}

const OWNED_SOURCES = Object.entries(OWNED).map(([kind, [table, name]]): [string, Source] => [
  kind,
  { from: Prisma.sql`JOIN ${table} o ON o.id = w.id AND ${SAME_MERCHANT}`, name },
]);
const SOURCES = new Map<string, Source>([...OWNED_SOURCES, ...Object.entries(OTHERS)]);

/** Names the objects in one statement. What is unknown, or another merchant's, is left out. */
export async function selectObjectNames(objects: readonly NamelessObject[]): Promise<readonly ObjectName[]> {
  const kinds = [...SOURCES].filter(([kind]) => objects.some((one) => one.kind === kind));
  if (kinds.length === 0) return [];
  const branches = kinds.map(([kind, { from, name, shown = Prisma.sql`w.kind`, page = Prisma.sql`o.id` }]) => {
    const columns = Prisma.sql`w.kind AS asked, w.id::text AS id, w.merchant_id::text AS merchant_id`;
    const named = Prisma.sql`${shown} AS shown, (${page})::text AS page_id, (${name})::text AS name`;
    return Prisma.sql`SELECT ${columns}, ${named} FROM w ${from} WHERE w.kind = ${kind}`;
  });
  const found = await database().$queryRaw<(ObjectName & { readonly name: string | null })[]>`
    WITH w AS (SELECT DISTINCT a.kind, a.id, nullif(a.merchant_id, '')::uuid AS merchant_id FROM unnest(
      ${objects.map(({ kind }) => kind)}::text[], ${objects.map(({ id }) => id)}::uuid[],
      ${objects.map(({ merchantId }) => merchantId ?? "")}::text[]) AS a(kind, id, merchant_id))
    ${Prisma.join(branches, " UNION ALL ")}`;
  return found.filter(({ name }) => name !== null);
}
