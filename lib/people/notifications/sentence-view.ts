import type { NotificationDetail, NotificationKind } from "@/lib/people/notifications/notification-schema";

export type Sentence = {
  readonly title: string;
  readonly text: string;
  /** The path of a page. */
  readonly path: string;
};

type EventFacts = { readonly reference: string; readonly detail: NotificationDetail };

const WRITERS: Readonly<Record<NotificationKind, (event: EventFacts) => Sentence>> = {
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
    text: `${detail["orderId"]}: ${detail["amount"]}. The money was returned.`,
    path: `/payouts/${reference}`,
  }),
  webhook_failing: ({ detail }) => ({
    title: "Webhooks are failing",
    text: `${detail["host"]}: ${detail["answer"]}`,
    path: "/webhooks?state=pending",
  }),
  case_opened: ({ detail }) => ({
    title: "A payment needs a decision",
    text: `${detail["amount"]} arrived ${CASE_LABELS[detail["case"] ?? ""] ?? "and was not credited automatically"}.`,
    path: "/cases",
  }),
  refund_requested: ({ detail }) => ({
    title: "Refund requested",
    text: `${detail["amount"]} for order ${detail["orderId"]}`,
    path: `/invoices/${detail["invoice"]}`,
  }),
  payer_added: ({ detail }) => ({
    title: "A member can now pay out",
    text: `${detail["email"]} is now ${detail["role"]}, changed by ${detail["by"]}.`,
    path: "/settings/members",
  }),
  aml_answered: ({ detail }) => ({
    title: "Questionnaire answered",
    text: "The answers are on the page of the held payment, which is waiting for your decision.",
    path: `/operator/cases/${detail["case"]}`,
  }),
  gas_low: ({ detail }) => ({
    title: "Gas is low",
    text: `The hot wallet on ${detail["network"]} is low on the coin for network fees.`,
    path: "/operator/wallets",
  }),
  node_lagging: ({ detail }) => ({
    title: "A node is behind",
    text: `${detail["network"]}: ${detail["state"]}. Its payments are delayed.`,
    path: "/operator",
  }),
};

const CASE_LABELS: Readonly<Record<string, string>> = {
  late: "late",
  extra: "after the invoice was paid",
  wrong_token: "in another coin",
  wrong_network: "on another network",
  unmatched: "at an unassigned address",
};

/** Describes an event with a title, a line, and a link. Pure. */
export function sentenceOf(kind: NotificationKind, event: EventFacts): Sentence {
  return WRITERS[kind](event);
}
