import type { RefundRequestKind, RefundRequestProof, RefundRequestStatus } from "@/lib/generated/prisma/client";
import type { Decimal } from "@/lib/kernel/money/decimal";
import { refusal } from "@/lib/kernel/refusals";

/** Why a wish is not taken. */
export const requestErrors = {
  nothing: () => refusal("refund_request_nothing"),
  waiting: () => refusal("refund_request_waiting"),
  tooSmall: () => refusal("refund_request_too_small"),
  tooOften: () => refusal("refund_request_too_often"),
  noWay: () => refusal("refund_request_no_proof"),
  unknown: () => refusal("refund_request_unknown"),
  over: () => refusal("refund_request_over"),
  notSigned: () => refusal("refund_request_not_signed"),
  decided: () => refusal("refund_request_decided"),
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
