import type { NotificationDetail, NotificationKind } from "@/lib/people/notifications/notification-schema";

export type Sentence = {
  readonly title: string;
  readonly text: string;
  /** A path of the pages. */
  readonly path: string;
};

type Told = { readonly reference: string; readonly detail: NotificationDetail };

const WRITERS: Readonly<Record<NotificationKind, (told: Told) => Sentence>> = {
  invoice_paid: ({ reference, detail }) => ({
    title: "Invoice paid",
    text: `${detail["orderId"]}: ${detail["amount"]}`,
    path: `/invoices/${reference}`,
  }),
  payout_paid: ({ reference, detail }) => ({
    title: "Payout arrived",
    text: `${detail["orderId"]}: ${detail["amount"]}`,
    path: `/payouts/${reference}`,
  }),
  payout_failed: ({ reference, detail }) => ({
    title: "Payout failed",
    text: `${detail["orderId"]}: ${detail["amount"]}. Its money is back.`,
    path: `/payouts/${reference}`,
  }),
  webhook_failing: ({ detail }) => ({
    title: "A webhook fails",
    text: `${detail["host"]} does not take them: ${detail["answer"]}`,
    path: "/webhooks?state=pending",
  }),
  case_opened: ({ detail }) => ({
    title: "A payment needs a decision",
    text: `${detail["amount"]} came ${CASE_WORDS[detail["case"] ?? ""] ?? "where no rule may credit it"}.`,
    path: "/cases",
  }),
  refund_requested: ({ detail }) => ({
    title: "A payer asks for money back",
    text: `${detail["amount"]} of order ${detail["orderId"]}`,
    path: `/invoices/${detail["invoice"]}`,
  }),
  payer_added: ({ detail }) => ({
    title: "Somebody new may pay out",
    text: `${detail["email"]} is now ${detail["role"]}, by ${detail["by"]}.`,
    path: "/settings/members",
  }),
  aml_answered: ({ detail }) => ({
    title: "A payer answered questions",
    text: "The answers are on the page of the held payment, which waits for your decision.",
    path: `/operator/cases/${detail["case"]}`,
  }),
  gas_low: ({ detail }) => ({
    title: "Gas runs out",
    text: `The hot wallet on ${detail["network"]} has little left of its own coin.`,
    path: "/operator/wallets",
  }),
  node_lagging: ({ detail }) => ({
    title: "A node is behind",
    text: `${detail["network"]}: ${detail["state"]}. Its payments wait meanwhile.`,
    path: "/operator",
  }),
};

const CASE_WORDS: Readonly<Record<string, string>> = {
  late: "late",
  extra: "after all was paid",
  wrong_token: "in another coin",
  wrong_network: "on another network",
  unmatched: "to an address that nobody was given",
};

/** What happened in a title and a line, and where to look. Pure. */
export function sentenceOf(kind: NotificationKind, told: Told): Sentence {
  return WRITERS[kind](told);
}
