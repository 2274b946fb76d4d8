import { database } from "@/lib/kernel/db";

/** Open cases that came too late for their invoice. */
export function countLateCases(merchantId: string): Promise<number> {
  return database().case.count({ where: { merchantId, status: "open", kind: "late" } });
}

/** Networks whose hot wallet is short of gas. */
export function countLowGas(): Promise<number> {
  return database().alarm.count({ where: { kind: "gas-low", clearedAt: null } });
}

/** When a merchant asked for the first payment; null: never yet. */
export async function findFirstInvoiceAt(merchantId: string): Promise<Date | null> {
  const first = await database().invoice.findFirst({
    where: { merchantId, walletId: null },
    orderBy: { createdAt: "asc" },
    select: { createdAt: true },
  });
  return first?.createdAt ?? null;
}

/** Whether a receiver of the merchant has ever answered a webhook as it should, a test's or a real one. */
export async function hasReceivedWebhook(merchantId: string): Promise<boolean> {
  const [test, delivery] = await Promise.all([
    database().webhookTest.findFirst({
      where: { merchantId, httpStatus: { gte: 200, lt: 300 } },
      select: { id: true },
    }),
    database().webhookDelivery.findFirst({ where: { merchantId, state: "delivered" }, select: { id: true } }),
  ]);
  return test !== null || delivery !== null;
}

/** Whether a merchant has ever ordered a payout. */
export async function hasPaidOut(merchantId: string): Promise<boolean> {
  return (await database().payout.findFirst({ where: { merchantId }, select: { id: true } })) !== null;
}
