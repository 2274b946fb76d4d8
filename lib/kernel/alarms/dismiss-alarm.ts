import { type AlarmKind, alarmOf } from "@/lib/kernel/alarms/alarms";
import { clearAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { lockOpenAlarm } from "@/lib/kernel/alarms/repo";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";

/**
 * Clears an alarm about a past event that the operator has read. All other alarms are cleared when
 * their cause ends.
 * @throws AppError `not_found` when none is open; `refused` for one that is cleared automatically
 */
export async function dismissAlarm(order: { readonly alarmId: string; readonly actorId: string }): Promise<void> {
  const { alarmId, actorId } = order;
  await withTransaction(async (tx) => {
    const open = await lockOpenAlarm(tx, alarmId);
    if (open === null) throw new AppError("not_found", "Alarm not found");
    if (alarmOf(open.kind).isDismissible !== true)
      throw new AppError("refused", "This alarm ends automatically when its cause is gone");
    const { kind, subject } = { ...open, kind: open.kind as AlarmKind };
    await clearAlarm(tx, { kind, subject });
    const change = { before: { isOpen: true }, after: { isOpen: false } };
    await recordAudit(tx, { actorId, action: "alarm.dismiss", target: alarmId, detail: { kind, subject }, ...change });
  });
}
