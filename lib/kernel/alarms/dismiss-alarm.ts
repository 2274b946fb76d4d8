import { type AlarmKind, alarmOf } from "@/lib/kernel/alarms/alarms";
import { clearAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { lockOpenAlarm } from "@/lib/kernel/alarms/repo";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";

/**
 * The operator has read an alarm that tells of something past, and ends it. Whatever has a cause
 * that can go away ends when that has.
 * @throws AppError `not_found` when none is open; `refused` for one that ends by itself
 */
export async function dismissAlarm(order: { readonly alarmId: string; readonly actorId: string }): Promise<void> {
  const { alarmId, actorId } = order;
  await withTransaction(async (tx) => {
    const open = await lockOpenAlarm(tx, alarmId);
    if (open === null) throw new AppError("not_found", "Alarm not found");
    if (alarmOf(open.kind).isDismissible !== true)
      throw new AppError("refused", "This alarm ends by itself, when its cause is gone");
    const { kind, subject } = { ...open, kind: open.kind as AlarmKind };
    await clearAlarm(tx, { kind, subject });
    const change = { before: { isOpen: true }, after: { isOpen: false } };
    await recordAudit(tx, { actorId, action: "alarm.dismiss", target: alarmId, detail: { kind, subject }, ...change });
  });
}
