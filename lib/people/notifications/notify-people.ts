import { z } from "zod";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { defineJob, type Job } from "@/lib/kernel/jobs/define-job";
import { enqueue } from "@/lib/kernel/jobs/enqueue";
import { log } from "@/lib/kernel/log";
import { rolesWith } from "@/lib/people/merchants/role";
import { KIND_RULES, NOTIFICATION_KINDS, notificationDetail } from "@/lib/people/notifications/notification-schema";
import { insertForMembers, insertForOperators } from "@/lib/people/notifications/repo";

/** Behind everything that moves money or notifies shops. */
const PRIORITY = 30;

const notificationEvent = z.object({
  kind: z.enum(NOTIFICATION_KINDS),
  /** Null: concerns the installation, for its operators. */
  merchantId: z.uuid().nullable(),
  /** The subject: nobody is notified twice of the same one. */
  reference: z.string().min(1).max(300),
  detail: notificationDetail,
});
/** An event that people are notified of. */
export type NotificationEvent = Readonly<z.output<typeof notificationEvent>>;

/** Notifies everyone concerned. A failure here is retried and touches nothing else. */
export const notifyPeopleJob: Job<typeof notificationEvent> = defineJob({
  name: "notify-people",
  payload: notificationEvent,
  run: async (event) => await withTransaction((tx) => notifyPeople(tx, event)),
});

/**
 * Queues a notification in the event's transaction; people are notified after it commits. Only a
 * job is written: a failed or malformed notification cannot fail the payment or payout.
 */
export async function queueNotification(tx: Tx, event: NotificationEvent): Promise<void> {
  const parsed = notificationEvent.safeParse({ ...event, detail: shortened(event.detail) });
  if (parsed.success) return await enqueue(tx, notifyPeopleJob, parsed.data, { priority: PRIORITY });
  log().error({ kind: event.kind, reference: event.reference }, "people could not be told: the text does not fit");
}

/** Notifies people at once, in a transaction with nothing else. */
export async function notifyPeople(tx: Tx, event: NotificationEvent): Promise<void> {
  const { permission, usual } = KIND_RULES[event.kind];
  if (event.merchantId === null) return await insertForOperators(tx, { ...event, usual });
  if (permission !== null) await insertForMembers(tx, { ...event, usual }, rolesWith(permission));
}

const TEXT_CHARACTERS_MAX = 200;

function shortened(detail: NotificationEvent["detail"]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(detail).map(([name, text]) => [name, text.replaceAll("\0", "").slice(0, TEXT_CHARACTERS_MAX)]),
  );
}
