import { oneLine } from "@/lib/kernel/one-line";
import type { NotificationDetail, NotificationKind } from "@/lib/people/notifications/notification-schema";

export type Sentence = {
  readonly title: string;
  readonly text: string;
  /** The path of a page. */
  readonly path: string;
  /** Both in one line, for the subject of a mail; omitted where `title: text` reads well. */
  readonly subject?: string;
};

type EventFacts = { readonly reference: string; readonly detail: NotificationDetail };

const WRITERS: Readonly<Record<NotificationKind, (event: EventFacts) => Sentence>> = {
  invoice_paid: ({ reference, detail }) => ({
    title: "Invoice paid",
    text: `${detail["orderId"]}: ${detail["amount"]}`,
    path: `/invoices/${reference}`,
    subject: `Invoice ${detail["orderId"]} was paid: ${detail["amount"]}`,
  }),
  payout_paid: ({ reference, detail }) => ({
    title: "Payout arrived",
    text: `${detail["orderId"]}: ${detail["amount"]}`,
    path: `/payouts/${reference}`,
    subject: `Payout ${detail["orderId"]} arrived: ${detail["amount"]}`,
  }),
  payout_failed: ({ reference, detail }) => ({
    title: "Payout failed",
    text: `${detail["orderId"]}: ${detail["amount"]}. The money was returned.`,
    path: `/payouts/${reference}`,
    subject: `Payout ${detail["orderId"]} failed: ${detail["amount"]}`,
  }),
  webhook_failing: ({ detail }) => ({
    title: "Webhooks are failing",
    text: `${detail["host"]}: ${detail["answer"]}`,
    path: "/webhooks?state=pending",
  }),
  case_opened: ({ detail }) => ({
    title: "A payment needs a decision",
    text: `${detail["amount"]}${detail["orderId"] ? ` for order ${detail["orderId"]}` : ""} arrived ${CASE_LABELS[detail["case"] ?? ""] ?? "and was not credited automatically"}.`,
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

const ORDER_CHARACTERS_MAX = 80;
const TEXT_CHARACTERS_MAX = 200;

/**
 * Describes an event with a title, a line, and a link. Names that others chose stay in their line
 * and are cut. Pure.
 */
export function sentenceOf(kind: NotificationKind, { reference, detail }: EventFacts): Sentence {
  const shown = Object.entries(detail).map(([name, text]) => [
    name,
    oneLine(text, name === "orderId" ? ORDER_CHARACTERS_MAX : TEXT_CHARACTERS_MAX),
  ]);
  return WRITERS[kind]({ reference, detail: Object.fromEntries(shown) });
}
