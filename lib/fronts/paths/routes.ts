/**
 * All links of the pages. Only defined here, so that a path is changed in one place and cannot be
 * mistyped.
 */

function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) search.set(name, value);
  return search.size === 0 ? path : `${path}?${search}`;
}

export const routes = {
  home: () => "/",
  setup: () => "/setup",
  /** `return`: the page to return to. */
  signIn: (way: { return?: string | undefined } = {}) => withQuery("/sign-in", way),
  /** Reauthenticates the user, then returns to a page that cannot show the dialog. */
  confirm: (way: { return: string }) => withQuery("/confirm", way),
  forgotPassword: () => "/forgot-password",
  invitation: (secret: string) => `/invitation/${encodeURIComponent(secret)}`,
  /** Shown if the user is no longer a member of the pages' merchant. */
  lostMerchant: () => "/lost-merchant",
  overview: () => "/overview",
  /** What waits for a decision of the user. */
  inbox: () => "/inbox",
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
  paymentLinks: (filter: { status?: string; q?: string } = {}) => withQuery("/payment-links", filter),
  paymentLink: (id: string) => `/payment-links/${encodeURIComponent(id)}`,
  newPaymentLink: () => "/payment-links/new",
  pointOfSale: () => "/point-of-sale",
  pointOfSaleSettings: () => "/point-of-sale/settings",
  sale: (id: string) => `/point-of-sale/${encodeURIComponent(id)}`,
  bills: (filter: { status?: string; q?: string } = {}) => withQuery("/bills", filter),
  bill: (id: string) => `/bills/${encodeURIComponent(id)}`,
  changeBill: (id: string) => `/bills/${encodeURIComponent(id)}/edit`,
  newBill: () => "/bills/new",
  payouts: (filter: { status?: string; q?: string; tab?: string } = {}) => withQuery("/payouts", filter),
  payout: (id: string) => `/payouts/${encodeURIComponent(id)}`,
  newPayout: () => "/payouts/new",
  /** Automatic settlement of balances. */
  settlement: () => "/payouts/settlement",
  payoutBatches: () => "/payouts/batches",
  newPayoutBatch: () => "/payouts/batches/new",
  payoutBatch: (id: string) => `/payouts/batches/${encodeURIComponent(id)}`,
  balances: () => "/balances",
  /** All entries of one balance: the merchant's, or the user's personal wallet's. */
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
  /** Chats that are notified of the merchant's events. */
  chats: () => "/settings/chats",
  /** About the user, not the merchant: also for users without a merchant. */
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
  /** Chats that are notified about the installation. */
  operatorChats: () => "/operator/chats",
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
  /** The reference of the machine API, or one group of its operations; and its OpenAPI document. */
  apiReference: (group?: string) => (group === undefined ? "/docs/api" : `/docs/api/${encodeURIComponent(group)}`),
  openApi: () => "/openapi.json",
  /** The hosted page of a static wallet. */
  walletPage: (id: string) => `/wallet/${encodeURIComponent(id)}`,
  /** The hosted page of a recurring payment plan. */
  recurrencePage: (id: string) => `/recurring/${encodeURIComponent(id)}`,
  /** The public page of a payment link; as a sheet with its QR code to print. */
  linkPage: (name: string, way: { poster?: string } = {}) => withQuery(`/l/${encodeURIComponent(name)}`, way),
  /** The payment page of an invoice. */
  paymentPage: (id: string) => `/pay/${encodeURIComponent(id)}`,
} as const;

const ANY_ORIGIN = "https://own.invalid";

/**
 * Returns a path of our own pages to return to after signing in, from untrusted input; null for
 * anything else: another site in any spelling, or a path that is not a page.
 */
export function ownPath(text: string | null | undefined): string | null {
  if (!text?.startsWith("/") || !URL.canParse(text, ANY_ORIGIN)) return null;
  const url = new URL(text, ANY_ORIGIN);
  if (url.origin !== ANY_ORIGIN || url.pathname.startsWith("//")) return null;
  if (/^\/(api|confirm|sign-in|setup|_next)(\/|$)/.test(url.pathname)) return null;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** How browser and server identify the merchant that a page shows. Safe for the browser. */

/**
 * Sent with every request of a page. Operations of a member act for this merchant, whichever one
 * another tab has opened since.
 */
export const MERCHANT_HEADER = "x-merchant";

/** The same in the URL of reads that cannot have headers: files, frames. */
export const MERCHANT_PARAMETER = "of-merchant";

/**
 * The merchant for which the next page is rendered; only ever selects among the user's memberships.
 */
export const MERCHANT_COOKIE = "chaintill.merchant";

/** On the frame of every signed-in page. */
export const MERCHANT_ATTRIBUTE = "data-merchant";
