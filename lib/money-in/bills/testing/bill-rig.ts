import { randomUUID } from "node:crypto";
import { database } from "@/lib/kernel/db";
import type { Bill } from "@/lib/money-in/bills/bill";
import { type BillForm, billInput, blankBill } from "@/lib/money-in/bills/dashboard-schema";
import { payBill } from "@/lib/money-in/bills/pay-bill";
import { sendBill } from "@/lib/money-in/bills/send-bill";
import { createBill, getBill } from "@/lib/money-in/bills/write-bill";

/** A form as typed: 100 USDT for two lamps, changed by `changes`. */
export function billForm(changes: Partial<BillForm> = {}): BillForm {
  return {
    ...blankBill(new Date().toISOString().slice(0, 10)),
    customerName: "Ada Lovelace",
    customerEmail: "ada@example.com",
    currency: "USDT",
    lines: [{ text: "Lamp", quantity: "2", price: "50" }],
    ...changes,
  };
}

/** A user who may be named as the author of changes. */
export async function newActor(): Promise<string> {
  const data = { email: `${randomUUID()}@example.com`, name: "Grace", passwordHash: "none" };
  return (await database().user.create({ data, select: { id: true } })).id;
}

export async function newDraft(merchantId: string, changes: Partial<BillForm> = {}): Promise<Bill> {
  const actorId = await newActor();
  const { id } = await createBill({ merchantId, actorId }, billInput.parse(billForm(changes)));
  return await getBill(merchantId, id);
}

/** A bill that was sent, of 100 USDT. */
export async function newBill(merchantId: string, changes: Partial<BillForm> = {}, now = new Date()): Promise<Bill> {
  const { id } = await newDraft(merchantId, changes);
  await sendBill({ merchantId, actorId: await newActor() }, id, now);
  return await getBill(merchantId, id);
}

/** Presses the button of the page; returns the id of the invoice, or why it was refused. */
export async function press(bill: Bill, formKey: string = randomUUID(), now = new Date()): Promise<string> {
  return await payBill(bill, formKey, now).catch((error: unknown) =>
    error instanceof Error ? error.message : String(error),
  );
}
