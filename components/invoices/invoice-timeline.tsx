import { eventWords } from "@/components/invoices/event-words";
import { STATUS_LOOKS } from "@/components/invoices/status-badge";
import { Timeline, type TimelineEntry } from "@/components/ui/timeline";
import type { AttemptView, InvoiceDetailView } from "@/lib/invoices/dashboard-schema";
import type { InvoiceStatus } from "@/lib/invoices/status";

/** Everything that happened to an invoice, and each try to tell the shop of it, in the order of time. */
export function InvoiceTimeline({ events, attempts }: Pick<InvoiceDetailView, "events" | "attempts">) {
  const entries = [
    ...events.map((event) => ({ id: `event-${event.id}`, at: event.at, ...eventWords(event) })),
    ...attempts.toReversed().map(toEntry),
  ];
  return <Timeline entries={entries.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))} />;
}

function toEntry({ id, at, number, event, durationMs, httpStatus, error }: AttemptView): TimelineEntry {
  const word = STATUS_LOOKS[event as InvoiceStatus]?.word ?? event;
  const isTaken = httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
  const answer = httpStatus === null ? (error ?? "no answer") : `answered ${httpStatus} after ${durationMs} ms`;
  return {
    id: `attempt-${id}`,
    at,
    title: isTaken ? `Webhook delivered: ${word}` : `Webhook not taken: ${word}`,
    tone: isTaken ? "good" : "wrong",
    note: number === 1 ? answer : `try ${number} · ${answer}`,
  };
}
