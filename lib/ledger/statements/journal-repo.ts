import { type AccountClass, Prisma } from "@/lib/generated/prisma/client";
import { database } from "@/lib/kernel/db";

type JournalAccount = {
  readonly class: AccountClass;
  readonly kind: string;
  /** A merchant, user or network; empty for the gateway's own. */
  readonly ownerId: string;
};

/**
 * Names of the ledger's accounts in a chart of accounts, with what distinguishes them. Every other
 * kind is named by its class.
 */
const NAMES: Readonly<Record<string, (ownerId: string) => string>> = {
  deposits: (network) => `Assets:Custody:${network}:Deposits`,
  hot: (network) => `Assets:Custody:${network}:Hot`,
  cold: (network) => `Assets:Custody:${network}:Cold`,
  "in-flight": (network) => `Assets:Custody:${network}:In flight`,
  merchant: (merchant) => `Liabilities:Merchants:${merchant}:Wallet`,
  "invoice-pending": (merchant) => `Liabilities:Merchants:${merchant}:Pending`,
  held: (merchant) => `Liabilities:Merchants:${merchant || "Nobody"}:Held`,
  reserved: (merchant) => `Liabilities:Merchants:${merchant || "Operator"}:Reserved`,
  receivable: (merchant) => `Assets:Receivable:Merchants:${merchant}`,
  user: (user) => `Liabilities:Users:${user}:Wallet`,
  "user-receivable": (user) => `Assets:Receivable:Users:${user}`,
  treasury: () => "Equity:Treasury",
  "treasury-shortfall": () => "Equity:Treasury:Shortfall",
  "operator-capital": () => "Equity:Capital",
  "fees-earned": () => "Income:Fees",
  "conversion-gains": () => "Income:Conversions",
  "network-costs": () => "Expenses:Network",
};

/** The operator's chart: every account separately. */
export function accountOfInstallation({ class: accountClass, kind, ownerId }: JournalAccount): string {
  return NAMES[kind]?.(ownerId) ?? `Equity:Other:${accountClass}:${kind}${ownerId && `:${ownerId}`}`;
}

/**
 * A merchant's accounts, as the merchant sees them: the gateway's liability is the merchant's
 * asset.
 */
const OWN_NAMES: Readonly<Record<string, string>> = {
  merchant: "Assets:Chaintill:Wallet",
  "invoice-pending": "Assets:Chaintill:Pending",
  held: "Assets:Chaintill:Held",
  reserved: "Assets:Chaintill:Reserved",
  receivable: "Liabilities:Chaintill:Owed",
};
/** The counter accounts, without an owner's name: other customers' business stays private. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  deposits: "Gateway:Chains",
  hot: "Gateway:Chains",
  cold: "Gateway:Chains",
  "in-flight": "Gateway:Chains",
  treasury: "Gateway:Conversions",
  "treasury-shortfall": "Gateway:Conversions",
  "conversion-gains": "Gateway:Conversion fees",
  "fees-earned": "Gateway:Fees",
  user: "Gateway:Personal wallets",
};

/** Returns whether an account is one of the merchant's. */
export function isOwnAccount({ kind, ownerId }: JournalAccount, merchantId: string): boolean {
  return ownerId === merchantId && Object.hasOwn(OWN_NAMES, kind);
}

/** The account kinds of merchants. */
export const OWN_KINDS: readonly string[] = Object.keys(OWN_NAMES);

/** A merchant's chart: its own accounts, and all others by type only. */
export function accountOfMerchant(account: JournalAccount, merchantId: string): string {
  if (isOwnAccount(account, merchantId)) return OWN_NAMES[account.kind] ?? "Assets:Chaintill";
  return OTHER_NAMES[account.kind] ?? "Gateway:Other";
}

export type JournalRow = {
  readonly entryId: bigint;
  readonly at: Date;
  readonly kind: string;
  readonly reference: string;
  readonly memo: string;
  readonly class: AccountClass;
  readonly accountKind: string;
  readonly ownerId: string;
  readonly currency: string;
  readonly amount: Prisma.Decimal;
};

const POSTINGS_OF = (entries: Prisma.Sql) => Prisma.sql`
  SELECT e.id AS "entryId", e.created_at AS at, e.kind, e.reference, e.memo, a.class, a.kind AS "accountKind",
    a.owner_id AS "ownerId", p.currency_code AS currency, p.amount
  FROM journal_entries e JOIN postings p ON p.entry_id = e.id JOIN accounts a ON a.id = p.account_id
  WHERE e.id IN (${entries}) ORDER BY e.id, p.id`;

/** Selects all postings of the next entries after one. */
export function selectEntriesAfter(after: bigint, limit: number): Promise<JournalRow[]> {
  return database().$queryRaw<JournalRow[]>(
    POSTINGS_OF(Prisma.sql`SELECT id FROM journal_entries WHERE id > ${after} ORDER BY id LIMIT ${limit}`),
  );
}

/**
 * Selects the next entries that involve an owner's accounts of these kinds, with all their
 * postings: up to the last of the owner's postings that were read, from which to continue. An entry
 * is returned with the first of the owner's postings in it, and so only once.
 */
export async function selectOwnEntriesAfter(
  { ownerId, kinds }: { readonly ownerId: string; readonly kinds: readonly string[] },
  after: bigint,
  limit: number,
): Promise<{ rows: JournalRow[]; last: bigint | null }> {
  const own = Prisma.sql`SELECT id FROM accounts WHERE owner_id = ${ownerId} AND kind = ANY(${[...kinds]}::text[])`;
  const looked = await database().$queryRaw<{ id: bigint; entryId: bigint }[]>`
    SELECT p.id, p.entry_id AS "entryId" FROM postings p WHERE p.account_id IN (${own}) AND p.id > ${after}
    ORDER BY p.id LIMIT ${limit}`;
  const last = looked.at(-1)?.id ?? null;
  if (last === null) return { rows: [], last };
  const ids = [...new Set(looked.map(({ entryId }) => entryId))];
  const rows = await database().$queryRaw<JournalRow[]>(
    POSTINGS_OF(Prisma.sql`
      SELECT n.id FROM unnest(${ids}::bigint[]) AS n (id)
      WHERE NOT EXISTS (SELECT FROM postings o WHERE o.entry_id = n.id AND o.id <= ${after} AND o.account_id IN (${own}))`),
  );
  return { rows, last };
}
