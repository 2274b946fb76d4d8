import { FREE_TEXT } from "@/lib/kernel/lenient-input";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import { parseAmount } from "@/lib/kernel/money/parse-amount";
import { createInvoiceInput, positiveAmount } from "@/lib/money-in/invoices/schema";
import { linkErrors, type PaymentLink } from "@/lib/money-in/payment-links/payment-link";
import type { PayerQuestion } from "@/lib/money-in/payment-links/questions";

export const NOTE_CHARACTERS_MAX = 200;
const QUANTITY = /^[1-9][0-9]{0,4}$/;

/** The fields of the form, as submitted. */
export type OrderForm = Readonly<Record<"amount" | "quantity" | "note" | "email", string>>;

/** What a payer orders, within the terms of the link. */
export type LinkOrder = {
  /** Of all pieces, in the link's currency. */
  readonly amount: Decimal;
  readonly quantity: number;
  readonly note: string | null;
  readonly payerEmail: string | null;
};

/**
 * Reads a submitted form by the terms of the link. A field that the link does not ask for is
 * ignored. `decimals`: of an amount in the link's currency. Pure.
 * @throws AppError one of {@link linkErrors}
 */
export function readOrder(link: PaymentLink, form: OrderForm, decimals: number): LinkOrder {
  const quantity = readQuantity(link, form.quantity);
  const amount = link.amount === null ? readAmount(link, form.amount, decimals) : link.amount.times(String(quantity));
  // The product of a price and a quantity must be an amount that an invoice can have, too.
  if (!positiveAmount.safeParse(amount.toFixed()).success) throw linkErrors.wrongAmount();
  return {
    amount,
    quantity,
    note: readNote(link.noteQuestion, form.note),
    payerEmail: readEmail(link.emailQuestion, form.email),
  };
}

function readQuantity({ amount, quantityMax }: PaymentLink, text: string): number {
  if (amount === null || quantityMax === 1) return 1;
  const quantity = QUANTITY.test(text.trim()) ? Number.parseInt(text, 10) : 0;
  if (quantity < 1 || quantity > quantityMax) throw linkErrors.wrongQuantity();
  return quantity;
}

/** A single comma is read as a decimal point: many keyboards for numbers have no other one. */
function readAmount({ amountMin, amountMax }: PaymentLink, text: string, decimals: number): Decimal {
  const amount = parseAmount(text.trim().replace(/^(\d+),(\d+)$/, "$1.$2"));
  if (amount === null || amount.lte("0")) throw linkErrors.wrongAmount();
  if (amount.decimalPlaces() > decimals) throw linkErrors.wrongAmount();
  if (amount.lt(amountMin ?? decimal("0")) || (amountMax !== null && amount.gt(amountMax)))
    throw linkErrors.wrongAmount();
  return amount;
}

function readNote(question: PayerQuestion, text: string): string | null {
  const note = question === "no" ? "" : text.trim();
  const isTooLong = note.length > NOTE_CHARACTERS_MAX;
  if (isTooLong || !FREE_TEXT.test(note) || (note === "" && question === "required")) throw linkErrors.wrongNote();
  return note === "" ? null : note;
}

function readEmail(question: PayerQuestion, text: string): string | null {
  const email = question === "no" ? "" : text.trim();
  if (email === "" && question === "required") throw linkErrors.wrongEmail();
  const parsed = createInvoiceInput.shape.payer_email.safeParse(email);
  if (!parsed.success) throw linkErrors.wrongEmail();
  return parsed.data;
}
