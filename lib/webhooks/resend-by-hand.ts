import { withTransaction } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { sumResends } from "@/lib/webhooks/reads-repo";
import { addResend, findDeliveryOwner, lockResends } from "@/lib/webhooks/repo";
import { resendInTransaction } from "@/lib/webhooks/resend-delivery";
import { RESENDS_MAX, subjectOf } from "@/lib/webhooks/resend-limit";

export type ResendOrder = { readonly merchantId: string; readonly actorId: string; readonly deliveryId: string };

/**
 * A person of the merchant has a webhook sent again, with the same bytes. Counted: ten for one payment, payout or wallet,
 * with those of the machine API.
 * @throws AppError `not_found` also when the delivery is another merchant's; `refused` after ten
 */
export function resendByMember(order: ResendOrder): Promise<void> {
  return resend(order, RESENDS_MAX);
}

/** The operator has any merchant's webhook sent again, also past the ten, of which it takes none. @throws AppError `not_found` */
export async function resendByOperator(actorId: string, deliveryId: string): Promise<void> {
  const merchantId = await findDeliveryOwner(deliveryId);
  if (merchantId === null) throw new AppError("not_found", "There is no such delivery.");
  await resend({ merchantId, actorId, deliveryId }, null);
}

/** `max` null: as often as they like, and uncounted. */
async function resend({ merchantId, actorId, deliveryId }: ResendOrder, max: number | null): Promise<void> {
  await withTransaction(async (tx) => {
    const delivery = await lockResends(tx, merchantId, deliveryId);
    if (delivery === null) throw new AppError("not_found", "There is no such delivery.");
    const count = await sumResends(tx, subjectOf(delivery));
    if (max !== null && count >= max) {
      throw new AppError("refused", "It was sent again ten times already. Ask the operator of this gateway for more.");
    }
    if (max !== null) await addResend(tx, deliveryId);
    await resendInTransaction(tx, merchantId, deliveryId);
    const detail = { object: `${delivery.objectKind}:${delivery.objectId}`, ...(max !== null && { count: count + 1 }) };
    await recordAudit(tx, { actorId, merchantId, action: "webhook.resend", target: deliveryId, detail });
  });
}
