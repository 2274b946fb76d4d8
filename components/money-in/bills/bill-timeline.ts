import { reminderText } from "@/components/money-in/bills/reminder-text";
import type { TimelineEntry } from "@/components/ui/timeline";
import { moneyText } from "@/lib/kernel/money/format";
import type { BillDetailView } from "@/lib/money-in/bills/dashboard-schema";

const MAILS = { sent: "Sent", again: "Sent again", reminder: "Reminder sent" } as const;

/** The history of a bill, oldest first. */
export function timelineOf(bill: BillDetailView): readonly TimelineEntry[] {
  const entries: TimelineEntry[] = [
    { id: "written", at: bill.createdAt, title: "Written", tone: "neutral" },
    ...bill.mails.map(({ kind, mark, createdAt }): TimelineEntry => {
      const note = kind === "reminder" ? reminderText(mark) : undefined;
      return { id: `${kind}:${mark}`, at: createdAt, title: MAILS[kind], tone: "moving", note };
    }),
    ...bill.payments.flatMap(({ invoiceId, amount, covers, createdAt, finalAt }): TimelineEntry[] => {
      const begun = { id: `begun:${invoiceId}`, at: createdAt, title: "Payment begun", tone: "neutral" } as const;
      const note = moneyText(covers, bill.currency);
      return [
        { ...begun, note: moneyText(amount, bill.currency) },
        ...(finalAt === null || covers === "0"
          ? []
          : [{ id: `paid:${invoiceId}`, at: finalAt, title: "Payment received", tone: "good", note } as const]),
      ];
    }),
  ];
  if (bill.cancelledAt !== null)
    entries.push({ id: "cancelled", at: bill.cancelledAt, title: "Cancelled", tone: "wrong" });
  return entries.toSorted((one, other) => one.at.localeCompare(other.at));
}
