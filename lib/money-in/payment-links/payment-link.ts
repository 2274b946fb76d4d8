import { env } from "@/lib/kernel/env";
import type { Decimal } from "@/lib/kernel/money/decimal";
import { refusal } from "@/lib/kernel/refusals";
import type { PayerQuestion } from "@/lib/money-in/payment-links/questions";

/** A reusable public page of a merchant where each payer makes an invoice of their own. */
export type PaymentLink = {
  readonly id: string;
  readonly merchantId: string;
  readonly name: string;
  /** What is paid for. */
  readonly title: string;
  readonly currencyCode: string;
  /** Price of one piece; null if the payer enters an amount. */
  readonly amount: Decimal | null;
  readonly amountMin: Decimal | null;
  readonly amountMax: Decimal | null;
  /** Pieces that one payer may buy at once; 1: the page does not ask. */
  readonly quantityMax: number;
  readonly noteQuestion: PayerQuestion;
  readonly emailQuestion: PayerQuestion;
  readonly urlCallback: string | null;
  /** Pieces that may be sold in total; null: not limited. */
  readonly stock: number | null;
  /** Orders that may be made in total; null: not limited. */
  readonly useLimit: number | null;
  readonly endsAt: Date | null;
  readonly isActive: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** Places that orders of a link take: those that are paid, or may still be. */
export type TakenPlaces = { readonly orders: number; readonly pieces: number };

/** What a payer can still buy. */
export type LinkState =
  | { readonly kind: "open" /** Null: not limited. */; readonly piecesLeft: number | null }
  | { readonly kind: "closed" }
  | { readonly kind: "sold-out" };

/** Decides whether a link sells now. Pure. */
export function linkState(
  link: Pick<PaymentLink, "isActive" | "endsAt" | "useLimit" | "stock">,
  taken: TakenPlaces,
  now: Date,
): LinkState {
  if (!link.isActive || (link.endsAt !== null && link.endsAt <= now)) return { kind: "closed" };
  const piecesLeft = link.stock === null ? null : link.stock - taken.pieces;
  const isUsedUp = link.useLimit !== null && taken.orders >= link.useLimit;
  return isUsedUp || (piecesLeft !== null && piecesLeft <= 0) ? { kind: "sold-out" } : { kind: "open", piecesLeft };
}

/** Returns the public URL of a link's page. */
export function paymentLinkUrl(name: string): string {
  return `${env().BASE_URL}/l/${name}`;
}

/** Why a payer's order is refused. */
export const linkErrors = {
  closed: () => refusal("link_closed"),
  soldOut: () => refusal("link_sold_out"),
  fewLeft: () => refusal("link_few_left"),
  wrongAmount: () => refusal("link_amount_wrong"),
  wrongQuantity: () => refusal("link_quantity_wrong"),
  wrongNote: () => refusal("link_note_wrong"),
  wrongEmail: () => refusal("link_email_wrong"),
  formUsed: () => refusal("link_form_used"),
  tooOften: () => refusal("link_too_often"),
} as const;
