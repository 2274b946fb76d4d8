import { z } from "zod";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { defineJob, type Job } from "@/lib/kernel/jobs/define-job";
import { enqueue } from "@/lib/kernel/jobs/enqueue";
import { log } from "@/lib/kernel/log";
import { rolesWith } from "@/lib/people/merchants/role";
import { KIND_RULES, NOTIFICATION_KINDS, notificationDetail } from "@/lib/people/notifications/notification-schema";
import { insertForMembers, insertForOperators } from "@/lib/people/notifications/repo";

/** Behind everything that moves money or tells shops of it. */
const PRIORITY = 30;

const happening = z.object({
  kind: z.enum(NOTIFICATION_KINDS),
  /** Null: of the installation, for its operators. */
  merchantId: z.uuid().nullable(),
  /** What it is about: nobody is told twice of the same. */
  reference: z.string().min(1).max(300),
  detail: notificationDetail,
});
/** Something that people are told of. */
export type Happening = Readonly<z.output<typeof happening>>;

/** Tells everybody who is to be told. A failure here is tried again by itself and touches nothing else. */
export const notifyPeopleJob: Job<typeof happening> = defineJob({
  name: "notify-people",
  payload: happening,
  run: async (told) => await withTransaction((tx) => notifyPeople(tx, told)),
});

/**
 * Has people told of something, in the transaction that brings it about and after it. Only a job is written: whatever fails while they
 * are told, and whatever is odd about the sentence, the payment or payout is done.
 */
export async function queueNotification(tx: Tx, told: Happening): Promise<void> {
  const parsed = happening.safeParse({ ...told, detail: shortened(told.detail) });
  if (parsed.success) return await enqueue(tx, notifyPeopleJob, parsed.data, { priority: PRIORITY });
  log().error({ kind: told.kind, reference: told.reference }, "people could not be told: the text does not fit");
}

/** The same at once, in a transaction of nothing else. */
export async function notifyPeople(tx: Tx, told: Happening): Promise<void> {
  const { permission, usual } = KIND_RULES[told.kind];
  if (told.merchantId === null) return await insertForOperators(tx, { ...told, usual });
  if (permission !== null) await insertForMembers(tx, { ...told, usual }, rolesWith(permission));
}

const TEXT_CHARACTERS_MAX = 200;

function shortened(detail: Happening["detail"]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(detail).map(([name, text]) => [name, text.replaceAll("\0", "").slice(0, TEXT_CHARACTERS_MAX)]),
  );
}
