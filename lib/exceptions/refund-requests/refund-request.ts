import type { RefundRequestKind, RefundRequestProof, RefundRequestStatus } from "@/lib/generated/prisma/client";
import type { Messages } from "@/lib/kernel/locales/messages";
import type { Decimal } from "@/lib/kernel/money/decimal";
import { moneyText } from "@/lib/kernel/money/format";
import { refusal } from "@/lib/kernel/refusals";

/** Reasons for refusing a refund request. */
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

/**
 * A payer's request to refund money to an address of their choice. The address and the money it
 * refers to never change.
 */
export type RefundRequest = {
  readonly id: string;
  readonly merchantId: string;
  readonly invoiceId: string;
  readonly kind: RefundRequestKind;
  /** Set for kind `case`. */
  readonly caseId: string | null;
  readonly status: RefundRequestStatus;
  readonly currencyCode: string;
  readonly networkCode: string;
  readonly address: string;
  /** The maximum to refund; less if less is left at the time of the decision. */
  readonly amount: Decimal;
  readonly proof: RefundRequestProof | null;
  /** Whether a confirmation link was mailed to the payer. */
  readonly isMailed: boolean;
  readonly challenge: string;
  readonly locale: string;
  readonly confirmUntil: Date;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
  /** Also null when the merchant's policy decided. */
  readonly decidedById: string | null;
  readonly note: string | null;
  readonly refundId: string | null;
  readonly failure: string | null;
};

/** Money that a payer can request, in the coin in which it was received. */
export type RefundableMoney = {
  readonly kind: RefundRequestKind;
  readonly caseId: string | null;
  readonly amount: Decimal;
  readonly currencyCode: string;
  readonly networkCode: string;
  /**
   * The address whose signature proves ownership: the only sender, if it may be a plain account.
   * Null: a signature is not accepted.
   */
  readonly signer: string | null;
};

type LinkMail = {
  readonly request: Pick<RefundRequest, "amount" | "currencyCode" | "address">;
  readonly networkName: string;
  readonly merchant: string;
  readonly orderId: string;
  readonly url: string;
  readonly messages: Messages;
};

/**
 * Builds the mail with which a payer confirms a request: order, shop, amount, address and the link,
 * in the language of the page.
 */
export function writeLinkMail({ request, networkName, merchant, orderId, url, messages }: LinkMail): {
  subject: string;
  text: string;
} {
  const { amount, currencyCode, address } = request;
  const lines = [
    messages.say("refund.mail.body", {
      merchant,
      order: orderId,
      amount: messages.coin(amount, currencyCode).replace("\u00a0", " "),
      network: networkName,
    }),
    address,
    messages.say("refund.mail.link"),
    url,
    messages.say("refund.mail.not-you"),
  ];
  return { subject: messages.say("refund.mail.subject", { merchant }), text: `${lines.join("\n\n")}\n` };
}

type NoticeMail = {
  readonly request: Pick<RefundRequest, "amount" | "currencyCode" | "address">;
  readonly networkName: string;
  readonly merchant: string;
  readonly orderId: string;
  /** URL of the dashboard. */
  readonly url: string;
};

/** Builds the mail that notifies an owner of a payer's request, in the dashboard's language. */
export function writeNoticeMail({ request, networkName, merchant, orderId, url }: NoticeMail) {
  const { amount, currencyCode, address } = request;
  const text = [
    `A payer of ${merchant} requests a refund of ${moneyText(amount.toFixed(), currencyCode)} on ${networkName} for order ${orderId}, to this address:`,
    address,
    "Review the request:",
    url,
  ].join("\n\n");
  return { subject: `Refund requested: order ${orderId}`, text: `${text}\n` };
}
