import { z } from "zod";
import { type Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import { parseAmount } from "@/lib/kernel/money/parse-amount";
import {
  type ChargeInput,
  chargeInput,
  type PosItemView,
  QUANTITY_MAX,
  type TerminalView,
} from "@/lib/money-in/point-of-sale/dashboard-schema";
import { type SaleLine, subtotalOf, tipOf } from "@/lib/money-in/point-of-sale/sale-amounts";

/** What a device keeps: it survives a reload and a dropped connection. Pure. */
const tillSchema = z.object({
  cart: z.object({
    /** As typed on the keypad. */
    keypad: z.string(),
    /** By item id. */
    quantities: z.record(z.string(), z.int().min(1).max(QUANTITY_MAX)),
    tip: z.union([
      z.object({ kind: z.literal("none") }),
      z.object({ kind: z.literal("percent"), percent: z.int() }),
      z.object({ kind: z.literal("amount"), text: z.string() }),
    ]),
  }),
  /** A sale that was sent and has no answer yet. It is sent again with the same key. */
  sending: chargeInput.nullable(),
  /** The invoice of the sale that is being paid. */
  saleId: z.uuid().nullable(),
});
export type Till = z.output<typeof tillSchema>;
export type Cart = Till["cart"];
export type Tip = Cart["tip"];

export const EMPTY_CART: Cart = { keypad: "", quantities: {}, tip: { kind: "none" } };
export const EMPTY_TILL: Till = { cart: EMPTY_CART, sending: null, saleId: null };

/** Reads what the device has kept; empty for nothing, and for what an earlier version kept. */
export function readTill(text: string | null): Till {
  try {
    return tillSchema.parse(JSON.parse(text ?? ""));
  } catch {
    return EMPTY_TILL;
  }
}

const WHOLE_DIGITS_MAX = 9;

export type Key = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "." | "delete";

/** Returns the keypad's text after a key. Keys that would make it no amount change nothing. */
export function pressKey(text: string, key: Key, decimals: number): string {
  if (key === "delete") return text.slice(0, -1);
  if (key === ".") return text.includes(".") || decimals === 0 ? text : `${text || "0"}.`;
  const [whole = "", fraction] = text.split(".");
  if (fraction !== undefined) return fraction.length < decimals ? text + key : text;
  if (whole === "0") return key;
  return whole.length < WHOLE_DIGITS_MAX ? text + key : text;
}

/** Changes how many pieces of an item are sold. */
export function withPieces(cart: Cart, itemId: string, change: 1 | -1): Cart {
  const { [itemId]: before = 0, ...others } = cart.quantities;
  const after = Math.min(before + change, QUANTITY_MAX);
  return { ...cart, quantities: after < 1 ? others : { ...cart.quantities, [itemId]: after } };
}

/** Items that the terminal offers now. */
export function offeredItems({ items, currency }: TerminalView): readonly PosItemView[] {
  return items.filter((item) => !item.isArchived && item.currency === currency);
}

export type CartAmounts = {
  readonly lines: readonly SaleLine[];
  readonly subtotal: Decimal;
  /** Null: what was typed is no amount. */
  readonly tip: Decimal | null;
  readonly total: Decimal;
};

/** The name of what was entered on the keypad. */
const KEYPAD_LINE = "Amount";

/** Calculates a cart at the terminal's present prices. */
export function amountsOf(cart: Cart, terminal: TerminalView): CartAmounts {
  const sold = offeredItems(terminal).flatMap(({ id, name, price }): SaleLine[] => {
    const quantity = cart.quantities[id];
    return quantity === undefined ? [] : [{ itemId: id, name, price, quantity }];
  });
  const typed = parseAmount(cart.keypad.replace(/\.$/, ""));
  const entered: SaleLine[] = typed?.gt(ZERO)
    ? [{ itemId: null, name: KEYPAD_LINE, price: typed.toFixed(), quantity: 1 }]
    : [];
  const lines = [...sold, ...entered];
  const subtotal = subtotalOf(lines);
  const tip = readTip(cart.tip, subtotal, terminal);
  return { lines, subtotal, tip, total: subtotal.plus(tip ?? ZERO) };
}

function readTip(tip: Tip, subtotal: Decimal, { decimals, tipPercents }: TerminalView): Decimal | null {
  if (tip.kind === "none" || tipPercents.length === 0) return ZERO;
  if (tip.kind === "percent") return tipOf(subtotal, tip.percent, decimals);
  const text = tip.text.trim().replace(/^(\d+),(\d+)$/, "$1.$2");
  const amount = text === "" ? ZERO : parseAmount(text);
  return amount === null || amount.decimalPlaces() > decimals ? null : amount;
}

/** Returns the sale to send, or why the cart is none. */
export function toCharge(cart: Cart, terminal: TerminalView, saleKey: string): ChargeInput | string {
  const { lines, tip, total } = amountsOf(cart, terminal);
  if (lines.length === 0) return "Enter an amount or choose an item.";
  if (tip === null) return "The tip is not an amount.";
  const charge = { saleKey, currency: terminal.currency, lines, tip: tip.toFixed(), total: total.toFixed() };
  const parsed = chargeInput.safeParse(charge);
  return parsed.success ? parsed.data : "This sale is too large for one payment.";
}

/** How much a line costs. */
export function lineTotal({ price, quantity }: Pick<SaleLine, "price" | "quantity">): string {
  return decimal(price).times(String(quantity)).toFixed();
}
