import type { AccountClass } from "@/lib/generated/prisma/client";

export type JournalAccount = {
  readonly class: AccountClass;
  readonly kind: string;
  /** A merchant, user or network; empty for the gateway's own. */
  readonly ownerId: string;
};

/** Where the accounts of the books stand in a chart of accounts, with what tells them apart. Every other kind goes by its class. */
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

/** The operator's own chart: every account apart. */
export function accountOfInstallation({ class: accountClass, kind, ownerId }: JournalAccount): string {
  return NAMES[kind]?.(ownerId) ?? `Equity:Other:${accountClass}:${kind}${ownerId && `:${ownerId}`}`;
}

/** A merchant's accounts here, as the merchant sees them: what the gateway owes is theirs. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  merchant: "Assets:Chaintill:Wallet",
  "invoice-pending": "Assets:Chaintill:Pending",
  held: "Assets:Chaintill:Held",
  reserved: "Assets:Chaintill:Reserved",
  receivable: "Liabilities:Chaintill:Owed",
};
/** The other side, without anybody's name: other people's business is nobody's. */
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

/** Whether an account is one of the merchant's. */
export function isOwnAccount({ kind, ownerId }: JournalAccount, merchantId: string): boolean {
  return ownerId === merchantId && Object.hasOwn(OWN_NAMES, kind);
}

/** The kinds of accounts that merchants have. */
export const OWN_KINDS: readonly string[] = Object.keys(OWN_NAMES);

/** A merchant's chart: its own accounts, and of everything else only what it is. */
export function accountOfMerchant(account: JournalAccount, merchantId: string): string {
  if (isOwnAccount(account, merchantId)) return OWN_NAMES[account.kind] ?? "Assets:Chaintill";
  return OTHER_NAMES[account.kind] ?? "Gateway:Other";
}
