import { withTransaction } from "@/lib/db";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { KIND_RULES, type NotificationChoice } from "@/lib/notifications/notification-schema";
import { upsertChoice } from "@/lib/notifications/repo";

/** How a person wants to be told of one kind from now on. */
export async function chooseNotification(userId: string, choice: NotificationChoice): Promise<void> {
  await withTransaction(async (tx) => {
    const before = (await upsertChoice(tx, userId, choice)) ?? KIND_RULES[choice.kind].usual;
    await recordAudit(tx, {
      actorId: userId,
      action: "notification.choose",
      target: choice.kind,
      before: { inApp: before.inApp, byMail: before.byMail },
      after: { inApp: choice.inApp, byMail: choice.byMail },
    });
  });
}
