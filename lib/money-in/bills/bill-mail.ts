import type { Tx } from "@/lib/kernel/db";
import { loadMessages, type Messages } from "@/lib/kernel/locales/messages";
import { queueMail } from "@/lib/kernel/mail/queue-mail";
import type { Decimal } from "@/lib/kernel/money/decimal";
import { type Bill, billUrl } from "@/lib/money-in/bills/bill";
import { readPaid } from "@/lib/money-in/bills/paid-repo";
import { billAmountText } from "@/lib/money-in/bills/totals";
import { findPayee } from "@/lib/people/merchants/merchants-repo";

/** Which mail about a bill; each is written once. */
export type BillMailName = { readonly kind: "sent" | "again" | "reminder"; readonly mark: number };

type BillMailFacts = {
  readonly bill: Pick<Bill, "currencyCode" | "dueDate">;
  readonly number: string;
  /** Still to be paid. */
  readonly due: Decimal;
  readonly merchant: string;
  readonly url: string;
  readonly messages: Messages;
};

/** Writes a mail about a bill in its language, in the caller's transaction. */
export async function mailBill(tx: Tx, bill: Bill, { kind, mark }: BillMailName): Promise<void> {
  const { id, number, secret, locale, customerEmail, total } = bill;
  if (number === null || secret === null) return;
  const messages = await loadMessages(locale);
  const { name: merchant } = await findPayee(tx, bill.merchantId);
  const due = total.minus((await readPaid(tx, id)).arrived);
  const facts = { bill, number, due, merchant, url: billUrl(secret, locale), messages };
  const mail = writeBillMail(facts, kind === "reminder" ? "remind" : "mail");
  // Its link shows the bill to whoever has it: the text is not kept.
  const name = { kind: `bill-${kind}`, reference: `${id}:${mark}` };
  await queueMail(tx, { ...name, recipient: customerEmail, isSecret: true, ...mail });
}

/** Writes the text of a mail with a bill (`mail`), or of a reminder of one (`remind`). */
export function writeBillMail(
  { bill, number, due, merchant, url, messages }: BillMailFacts,
  kind: "mail" | "remind",
): { subject: string; text: string } {
  const amount = billAmountText(due, bill.currencyCode, messages);
  const values = { number, amount, merchant };
  const date = messages.day(bill.dueDate);
  const lines = [messages.say(`bill.${kind}.body`, { ...values, date }), url, messages.say("bill.why", { merchant })];
  // Mail lines may wrap anywhere, and subjects are searched with plain spaces.
  const plain = (text: string) => text.replaceAll("\u00a0", " ");
  return { subject: plain(messages.say(`bill.${kind}.subject`, values)), text: `${plain(lines.join("\n\n"))}\n` };
}
