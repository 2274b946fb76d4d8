/**
 * Every link of the pages. Made here and nowhere else, so that an address is changed in one place
 * and cannot be mistyped.
 */

function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) search.set(name, value);
  return search.size === 0 ? path : `${path}?${search}`;
}

export const routes = {
  home: () => "/",
  setup: () => "/setup",
  /** `return`: the page to go back to. */
  signIn: (way: { return?: string | undefined } = {}) => withQuery("/sign-in", way),
  /** Shows once more who is there, on the way back to a page that cannot ask by itself. */
  confirm: (way: { return: string }) => withQuery("/confirm", way),
  forgotPassword: () => "/forgot-password",
  invitation: (secret: string) => `/invitation/${encodeURIComponent(secret)}`,
  /** Where the merchant of the pages is none of the person's any more. */
  lostMerchant: () => "/lost-merchant",
  overview: () => "/overview",
  analytics: (filter: { range?: string } = {}) => withQuery("/analytics", filter),
  invoices: (filter: { status?: string; q?: string } = {}) => withQuery("/invoices", filter),
  invoice: (id: string) => `/invoices/${encodeURIComponent(id)}`,
  newInvoice: () => "/invoices/new",
  wallets: (filter: { status?: string; q?: string } = {}) => withQuery("/wallets", filter),
  wallet: (id: string) => `/wallets/${encodeURIComponent(id)}`,
  newWallet: () => "/wallets/new",
  recurrences: (filter: { status?: string; q?: string } = {}) => withQuery("/recurring-payments", filter),
  recurrence: (id: string) => `/recurring-payments/${encodeURIComponent(id)}`,
  newRecurrence: () => "/recurring-payments/new",
  payouts: (filter: { status?: string; q?: string; tab?: string } = {}) => withQuery("/payouts", filter),
  payout: (id: string) => `/payouts/${encodeURIComponent(id)}`,
  newPayout: () => "/payouts/new",
  /** Files of payouts. */
  payoutBatches: () => "/payouts/batches",
  newPayoutBatch: () => "/payouts/batches/new",
  payoutBatch: (id: string) => `/payouts/batches/${encodeURIComponent(id)}`,
  balances: () => "/balances",
  /** Every entry of one balance: the merchant's, or the personal wallet's of whoever looks. */
  statement: (filter: { coin: string; wallet?: "personal" }) => withQuery("/balances/statement", filter),
  transfers: () => "/transfers",
  cases: () => "/cases",
  webhooks: (filter: { state?: string; q?: string; webhook?: string } = {}) => withQuery("/webhooks", filter),
  webhookTest: (filter: { object?: string; kind?: string } = {}) => withQuery("/webhooks/test", filter),
  developers: () => "/developers",
  settings: () => "/settings",
  coins: () => "/settings/coins",
  branding: () => "/settings/branding",
  members: () => "/settings/members",
  /** About the person, not the merchant: also for who has none. */
  account: () => "/settings/account",
  audit: () => "/settings/audit",
  operator: () => "/operator",
  operatorSends: (filter: { network?: string; state?: string; reason?: string } = {}) =>
    withQuery("/operator/sends", filter),
  operatorSend: (id: string) => `/operator/sends/${encodeURIComponent(id)}`,
  operatorWallets: () => "/operator/wallets",
  operatorTreasury: () => "/operator/treasury",
  operatorScreening: () => "/operator/screening",
  operatorCases: (filter: { group?: string; status?: string } = {}) => withQuery("/operator/cases", filter),
  operatorCase: (id: string) => `/operator/cases/${encodeURIComponent(id)}`,
  operatorAudit: () => "/operator/audit",
  operatorExchanges: () => "/operator/exchanges",
  operatorDesign: () => "/operator/design",
  operatorDoctor: () => "/operator/doctor",
  operatorNetworks: () => "/operator/networks",
  operatorNetwork: (code: string) => `/operator/networks/${encodeURIComponent(code)}`,
  operatorPrices: () => "/operator/prices",
  operatorMerchants: (filter: { status?: string; q?: string } = {}) => withQuery("/operator/merchants", filter),
  operatorMerchant: (id: string) => `/operator/merchants/${encodeURIComponent(id)}`,
  operatorUsers: (filter: { status?: string; q?: string } = {}) => withQuery("/operator/users", filter),
  operatorJobs: () => "/operator/jobs",
  operatorWebhooks: () => "/operator/webhooks",
  operatorReversals: () => "/operator/reversals",
  /** The reference of the machine API, and the same for programs. */
  apiReference: () => "/docs/api",
  openApi: () => "/openapi.json",
  /** The hosted page of a static wallet. */
  walletPage: (id: string) => `/wallet/${encodeURIComponent(id)}`,
  /** The hosted page of a plan of recurring payments. */
  recurrencePage: (id: string) => `/recurring/${encodeURIComponent(id)}`,
  /** The payer's page of an invoice. */
  paymentPage: (id: string) => `/pay/${encodeURIComponent(id)}`,
} as const;

const ANY_ORIGIN = "https://own.invalid";

/**
 * A path of our own pages to go back to after signing in, from an address that anybody may have
 * written; null for anything else. Another site, in whatever spelling, is none, nor is an address
 * that is no page.
 */
export function ownPath(text: string | null | undefined): string | null {
  if (!text?.startsWith("/") || !URL.canParse(text, ANY_ORIGIN)) return null;
  const url = new URL(text, ANY_ORIGIN);
  if (url.origin !== ANY_ORIGIN || url.pathname.startsWith("//")) return null;
  if (/^\/(api|confirm|sign-in|setup|_next)(\/|$)/.test(url.pathname)) return null;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** How browser and server tell each other which merchant a page shows. Safe for the browser. */

/**
 * On every request of a page. An operation of a member acts for this merchant, whichever the
 * browser has opened since in another tab.
 */
export const MERCHANT_HEADER = "x-merchant";

/** The same in the address of what is only read and cannot have headers: files, frames. */
export const MERCHANT_PARAMETER = "of-merchant";

/**
 * Which of a person's merchants the next page is drawn for; only ever a choice among their
 * memberships.
 */
export const MERCHANT_COOKIE = "chaintill.merchant";

/** On the frame of every signed-in page. */
export const MERCHANT_ATTRIBUTE = "data-merchant";
