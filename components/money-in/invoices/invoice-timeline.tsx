import { eventLabel, statusBadge } from "@/components/money-in/invoices/event-labels";
import { Timeline, type TimelineEntry } from "@/components/ui/timeline";
import type { AttemptView, InvoiceDetailView } from "@/lib/money-in/invoices/dashboard-schema";

/** All events of an invoice and all webhook attempts, in chronological order. */
export function InvoiceTimeline({ events, attempts, shown }: Pick<InvoiceDetailView, "events" | "attempts" | "shown">) {
  const entries = [
    ...events.flatMap((event, index) => {
      const label = eventLabel(event, events[index - 1]);
      return label === null ? [] : [{ id: `event-${event.id}`, at: event.at, ...label }];
    }),
    ...attempts.toReversed().map((attempt) => toEntry(attempt, shown === "cancelled")),
  ];
  return <Timeline entries={entries.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))} />;
}

function toEntry(attempt: AttemptView, isCancelled: boolean): TimelineEntry {
  const { id, at, number, event, durationMs, httpStatus, error } = attempt;
  const label = statusBadge(event, isCancelled)?.label ?? event;
  const isTaken = httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
  const answer = httpStatus === null ? (error ?? "no response") : `HTTP ${httpStatus} in ${durationMs} ms`;
  return {
    id: `attempt-${id}`,
    at,
    title: isTaken ? `Webhook delivered: ${label}` : `Webhook failed: ${label}`,
    tone: isTaken ? "good" : "wrong",
    note: number === 1 ? answer : `attempt ${number} · ${answer}`,
  };
}
