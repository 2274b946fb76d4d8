import { STATUS_BADGES } from "@/components/money-in/invoices/status-badge";
import type { Tone } from "@/components/ui/badge";
import { moneyText } from "@/lib/kernel/money/format";
import type { EventView } from "@/lib/money-in/invoices/dashboard-schema";
import type { ShownStatus } from "@/lib/money-in/invoices/status";

export type EventLabel = { readonly title: string; readonly tone: Tone; readonly note?: string };

type Detail = EventView["detail"];

/** Label of each kind of timeline event. An unknown kind is shown by its own name. */
const EVENT_LABELS: Readonly<Record<string, (detail: Detail) => EventLabel>> = {
  created: (detail) => ({ title: "Created", tone: "neutral", ...noteOf(coin(detail)) }),
  quoted: (detail) => ({
    title: "The payer chose a coin",
    tone: "neutral",
    ...noteOf(amount(detail["payerAmount"], detail["currency"]), detail["network"] && `on ${detail["network"]}`),
  }),
  refreshed: (detail) => ({ title: "Renewed by your shop", tone: "neutral", ...noteOf(coin(detail)) }),
  renewed: (detail) => ({ title: "Renewed by the payer at a new price", tone: "neutral", ...noteOf(coin(detail)) }),
  "deposit-seen": (detail) => ({ title: "Payment detected", tone: "moving", ...noteOf(sum(detail), coin(detail)) }),
  "deposit-confirmed": (detail) => ({ title: "Payment confirmed", tone: "good", ...noteOf(sum(detail), coin(detail)) }),
  "deposit-vanished": (detail) => ({ title: "Payment no longer on the chain", tone: "wrong", ...noteOf(sum(detail)) }),
  "deposit-reversed": (detail) => ({ title: "Credit reversed", tone: "wrong", ...noteOf(sum(detail)) }),
  "case-opened": (detail) => ({ title: "A payment awaits a decision", tone: "waiting", ...noteOf(sum(detail)) }),
  "case-credited": () => ({ title: "The held payment was accepted", tone: "good" }),
  credited: (detail) => ({
    title: "Credited to your balance",
    tone: "good",
    ...noteOf(credited(detail)),
  }),
  converted: (detail) => ({
    title: `Converted to ${detail["to"] ?? "another currency"}`,
    tone: "good",
    ...noteOf(sum(detail), detail["toAmount"] && `became ${amount(detail["toAmount"], detail["to"])}`),
  }),
  "not-converted": (detail) => ({
    title: `Not converted to ${detail["to"] ?? "another currency"}`,
    tone: "waiting",
    ...noteOf(sum(detail), "remains in your balance", detail["reason"]),
  }),
  "conversion-reversed": (detail) => ({
    title: "Conversion reversed",
    tone: "wrong",
    ...noteOf(sum(detail), detail["toAmount"] && amount(detail["toAmount"], detail["to"])),
  }),
  "paid-from-balance": (detail) => ({
    title: "Paid from an account balance",
    tone: "good",
    ...noteOf(credited(detail), "no transaction"),
  }),
  cancelled: (detail) => ({ title: "Cancelled", tone: "neutral", ...noteOf(detail["by"] && `by ${detail["by"]}`) }),
  "marked-paid": (detail) => ({
    title: "Marked as paid manually",
    tone: "good",
    ...noteOf(detail["by"] && `by ${detail["by"]}`, detail["reason"], "nothing was credited"),
  }),
  "refund-ordered": (detail) => ({
    title: "Refund created",
    tone: "moving",
    ...noteOf(
      detail["sent"] && `${amount(detail["sent"], detail["currency"])} being returned`,
      detail["commission"] && `fee ${amount(detail["commission"], detail["currency"])}`,
      detail["address"] && `to ${detail["address"]}`,
    ),
  }),
  "refund-paid": (detail) => ({ title: "Refund completed", tone: "good", ...noteOf(sum(detail)) }),
  "refund-failed": (detail) => ({
    title: "Refund failed",
    tone: "wrong",
    ...noteOf(sum(detail), "the money was returned to your balance", detail["reason"]),
  }),
  "data-deleted": (detail) => ({
    title:
      detail["what"] === "payer" ? "Payer's e-mail address deleted" : `Events before ${detail["before"]} were deleted`,
    tone: "neutral",
    note: "by the data retention rules of this gateway",
  }),
  status: (detail) => {
    const badge = statusBadge(detail["to"], false);
    return { title: `Status: ${badge?.label ?? detail["to"] ?? "unknown"}`, tone: badge?.tone ?? "neutral" };
  },
};

/**
 * Returns the badge of a status named by an event or a webhook; `cancel` of a manually cancelled
 * invoice is not shown as expired.
 */
export function statusBadge(status: string | undefined, isCancelled: boolean) {
  return STATUS_BADGES[(status === "cancel" && isCancelled ? "cancelled" : status) as ShownStatus];
}

/**
 * Returns the label of a timeline event; null if the event only repeats the one before, like the
 * status of a cancelled invoice.
 */
export function eventLabel(event: EventView, before: EventView | undefined): EventLabel | null {
  if (event.kind === "status" && event.detail["to"] === "cancel" && before?.kind === "cancelled") return null;
  return EVENT_LABELS[event.kind]?.(event.detail) ?? { title: event.kind, tone: "neutral" };
}

function noteOf(...parts: readonly (string | undefined)[]): { note?: string } {
  const texts = parts.filter((part) => part !== undefined && part !== "");
  return texts.length === 0 ? {} : { note: texts.join(" · ") };
}

/** `24.75 USDT (25.00 USDT less 0.25 USDT commission)`: the credited amount comes first. */
function credited(detail: Detail): string | undefined {
  const { net, currency, commission, creationFee } = detail;
  if (net === undefined) return sum(detail);
  const less = [
    hasSome(commission) && `${amount(commission, currency)} commission`,
    hasSome(creationFee) && `${amount(creationFee, currency)} of the wallet's creation fee`,
  ].filter((part) => part !== false);
  return `${amount(net, currency)}${less.length === 0 ? "" : ` (${sum(detail)} less ${less.join(" and ")})`}`;
}

function hasSome(text: string | undefined): boolean {
  return text !== undefined && /[1-9]/.test(text);
}

function sum(detail: Detail): string | undefined {
  return amount(detail["amount"], detail["currency"]);
}

function amount(text: string | undefined, currency: string | undefined): string | undefined {
  return text === undefined ? undefined : moneyText(text, currency ?? "").trim();
}

function coin(detail: Detail): string | undefined {
  const { network, currency } = detail;
  if (network === undefined) return undefined;
  return currency === undefined || detail["amount"] !== undefined ? `on ${network}` : `${currency} on ${network}`;
}
