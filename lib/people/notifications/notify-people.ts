import { z } from "zod";
import { batched } from "@/lib/kernel/batch";
import { chunk } from "@/lib/kernel/chunk";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { defineJob } from "@/lib/kernel/jobs/define-job";
import { enqueueAll } from "@/lib/kernel/jobs/enqueue";
import { log } from "@/lib/kernel/log";
import { rolesWith } from "@/lib/people/merchants/role";
import { queueForChats } from "@/lib/people/notifications/chat-queue";
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

/** Events of one job: those of a transaction that settles many payments. */
const EVENTS_MAX = 100;

const notificationEvents = z.object({ events: z.array(notificationEvent).min(1).max(EVENTS_MAX) });

/**
 * Notifies everyone concerned. A failure here is retried and touches nothing else. Jobs of earlier
 * versions have one event.
 */
export const notifyPeopleJob = defineJob({
  name: "notify-people",
  payload: z.union([notificationEvents, notificationEvent.transform((event) => ({ events: [event] }))]),
  run: async ({ events }) => await withTransaction((tx) => notifyPeople(tx, events)),
});

/**
 * Queues a notification in the event's transaction; people are notified after it commits. Only a
 * job is written: a failed or malformed notification cannot fail the payment or payout.
 */
export async function queueNotification(tx: Tx, event: NotificationEvent): Promise<void> {
  const parsed = notificationEvent.safeParse({ ...event, detail: shortened(event.detail) });
  if (parsed.success) return void (await queueEvent(tx, parsed.data));
  log().error({ kind: event.kind, reference: event.reference }, "people could not be told: the text does not fit");
}

const queueEvent = batched(async (tx, events: readonly NotificationEvent[]): Promise<null[]> => {
  const jobs = chunk(events, EVENTS_MAX).map((part) => ({ payload: payloadOf(part), priority: PRIORITY }));
  await enqueueAll(tx, notifyPeopleJob, jobs);
  return events.map(() => null);
});

/** A worker of an earlier version can read one event as well. */
function payloadOf(events: readonly NotificationEvent[]) {
  const [only, ...others] = events;
  return only !== undefined && others.length === 0 ? only : { events: [...events] };
}

/** Notifies people and chats at once, in a transaction with nothing else. */
export async function notifyPeople(tx: Tx, events: readonly NotificationEvent[]): Promise<void> {
  const nameOf = ({ kind, merchantId }: NotificationEvent) => `${kind} ${merchantId}`;
  for (const first of new Map(events.map((event) => [nameOf(event), event])).values()) {
    const { kind, merchantId } = first;
    const { permission, usual } = KIND_RULES[kind];
    const subjects = events.filter((event) => nameOf(event) === nameOf(first));
    const notifications = { kind, merchantId, usual, subjects };
    if (merchantId === null) await insertForOperators(tx, notifications);
    else if (permission !== null) await insertForMembers(tx, notifications, rolesWith(permission));
    await queueForChats(tx, notifications);
  }
}

const TEXT_CHARACTERS_MAX = 200;

function shortened(detail: NotificationEvent["detail"]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(detail).map(([name, text]) => [name, text.replaceAll("\0", "").slice(0, TEXT_CHARACTERS_MAX)]),
  );
}
