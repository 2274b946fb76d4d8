import type { RefundRequestKind, RefundRequestProof, RefundRequestStatus } from "@/lib/generated/prisma/client";
import { AppError } from "@/lib/kernel/errors";
import type { Decimal } from "@/lib/kernel/money/decimal";

/** Why a wish is not taken; the page has a sentence for each of these texts (components/pay/refund-request/problem-text.ts). */
export const requestErrors = {
  nothing: () => new AppError("refused", "There is nothing that can be asked for"),
  waiting: () => new AppError("refused", "Another request for this money waits already"),
  tooSmall: () => new AppError("refused", "After the network fee nothing would be left"),
  tooOften: () => new AppError("refused", "A refund was asked for too often today"),
  noWay: () => new AppError("refused", "Nobody can show here that the payer asks"),
  unknown: () => new AppError("not_found", "This request is not known"),
  over: () => new AppError("refused", "This request is over"),
  notSigned: () => new AppError("refused", "The wallet that paid has not signed this"),
  decided: () => new AppError("refused", "This request was decided already"),
} as const;

/** A payer's wish to have money back at an address of their own. Its address and what it is about never change. */
export type RefundRequest = {
  readonly id: string;
  readonly merchantId: string;
  readonly invoiceId: string;
  readonly kind: RefundRequestKind;
  /** Of kind `case`: which. */
  readonly caseId: string | null;
  readonly status: RefundRequestStatus;
  readonly currencyCode: string;
  readonly networkCode: string;
  readonly address: string;
  /** At most this is refunded; less, where less is left when it is decided. */
  readonly amount: Decimal;
  readonly proof: RefundRequestProof | null;
  /** A link was sent to the payer. */
  readonly isMailed: boolean;
  readonly challenge: string;
  readonly locale: string;
  readonly confirmUntil: Date;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
  /** Null also where the merchant's policy decided. */
  readonly decidedById: string | null;
  readonly note: string | null;
  readonly refundId: string | null;
  readonly failure: string | null;
};

/** Money that a payer may ask for, in the coin in which it arrived. */
export type RefundableMoney = {
  readonly kind: RefundRequestKind;
  readonly caseId: string | null;
  readonly amount: Decimal;
  readonly currencyCode: string;
  readonly networkCode: string;
  /** Whose signature shows that the payer asks: the only sender, where it may be a plain account. Null: nobody's does. */
  readonly signer: string | null;
};
