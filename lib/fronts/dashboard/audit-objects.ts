import { routes } from "@/lib/fronts/paths/routes";

/** The kinds of objects in the audit log: which action is about which, and their pages. Pure. */

/** Kinds whose names are read from the database: lib/fronts/dashboard/audit-names-repo.ts. */
export const OBJECT_KINDS = [
  "invoice",
  "payout",
  "wallet",
  "payment-link",
  "pos-item",
  "bill",
  "recurrence",
  "settlement",
  "payout-batch",
  "review",
  "delivery",
  "case",
  "person",
  "passkey",
  "invitation",
  "merchant",
  "api-key",
  "chat",
  "send",
  "transaction",
  "withdrawal",
  "screening-list",
  "deposit",
] as const;
export type ObjectKind = (typeof OBJECT_KINDS)[number];

/** By the whole action, or else by its noun. */
const KIND_OF: Readonly<Record<string, ObjectKind>> = {
  invoice: "invoice",
  "payment.refund": "invoice",
  "refund-request": "invoice",
  "point-of-sale.receipt": "invoice",
  aml: "invoice",
  payout: "payout",
  wallet: "wallet",
  "payment-link": "payment-link",
  "pos-item": "pos-item",
  bill: "bill",
  recurrence: "recurrence",
  settlement: "settlement",
  "payout-batch": "payout-batch",
  review: "review",
  "webhook.resend": "delivery",
  case: "case",
  member: "person",
  user: "person",
  profile: "person",
  password: "person",
  "session.end-others": "person",
  "second-factor": "person",
  "confirm.guess": "person",
  "recovery-code": "person",
  "recovery-codes": "person",
  email: "person",
  setup: "person",
  "operator.refuse-new": "person",
  passkey: "passkey",
  invitation: "invitation",
  merchant: "merchant",
  limits: "merchant",
  coins: "merchant",
  brand: "merchant",
  "member.require-second-factor": "merchant",
  "point-of-sale.change": "merchant",
  "api-key": "api-key",
  chat: "chat",
  "send.fail": "send",
  send: "transaction",
  withdrawal: "withdrawal",
  "screening-list": "screening-list",
  "deposit.approve-reversal": "deposit",
};
const KINDS = new Map(Object.entries(KIND_OF));

/** Returns the kind of an action's object; null for codes, which name themselves, and the rest. */
export function objectKind(action: string): ObjectKind | null {
  return KINDS.get(action) ?? KINDS.get(action.slice(0, action.indexOf("."))) ?? null;
}

/** What a name is shown with; a person, an invitation and a passkey need no word. */
const LABELS: Readonly<Record<string, string>> = {
  invoice: "Invoice",
  payout: "Payout",
  wallet: "Static wallet",
  "payment-link": "Payment link",
  "pos-item": "Item",
  bill: "Bill",
  recurrence: "Recurring payment",
  settlement: "Automatic settlement of",
  "payout-batch": "Payout batch",
  refund: "Refund of",
  "wallet-refund": "Refund of static wallet",
  delivery: "Webhook of",
  case: "Case of",
  merchant: "Merchant",
  chat: "Chat",
  send: "Send of",
  withdrawal: "Withdrawal of",
  "screening-list": "Screening list",
  deposit: "Deposit of",
};

export function objectLabel(kind: string): string {
  return new Map(Object.entries(LABELS)).get(kind) ?? "";
}

/** A page of an object, by the id that its kind is looked up by (see the repo). */
type Pages = Readonly<Record<string, (id: string) => string>>;

/** Everyone who may read a merchant's log may open all of these. */
const MERCHANT_PAGES: Pages = {
  invoice: routes.invoice,
  payout: routes.payout,
  wallet: routes.wallet,
  "payment-link": routes.paymentLink,
  "pos-item": routes.pointOfSaleSettings,
  bill: routes.bill,
  recurrence: routes.recurrence,
  settlement: routes.settlement,
  "payout-batch": routes.payoutBatch,
  refund: routes.invoice,
  "wallet-refund": routes.wallet,
  delivery: (id) => routes.webhooks({ webhook: id }),
  case: routes.cases,
  person: routes.members,
  invitation: routes.members,
  merchant: routes.settings,
  "api-key": routes.developers,
  chat: routes.chats,
};

/** An operator is no member of the merchants, whose pages are closed to them. */
const OPERATOR_PAGES: Pages = {
  case: routes.operatorCase,
  person: (email) => routes.operatorUsers({ q: email }),
  merchant: routes.operatorMerchant,
  send: routes.operatorSend,
  withdrawal: routes.operatorTreasury,
  "screening-list": routes.operatorScreening,
  deposit: routes.operatorReversals,
};

/** Returns the path of an object's page; null if the viewer has none. */
export function objectPath(viewer: "merchant" | "operator", kind: string, pageId: string): string | null {
  const pages = viewer === "merchant" ? MERCHANT_PAGES : OPERATOR_PAGES;
  return new Map(Object.entries(pages)).get(kind)?.(pageId) ?? null;
}
