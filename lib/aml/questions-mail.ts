import { headerLine } from "@/lib/mail/mail-address";

export type QuestionsMail = {
  readonly merchant: string;
  readonly orderId: string;
  readonly expiresAt: Date;
  readonly url: string;
};

const NAME_CHARACTERS_MAX = 100;

/** Asks a payer to answer questions about held money. In English: nobody knows the payer's language; the page behind the link asks the browser. */
export function writeQuestionsMail({ merchant, orderId, expiresAt, url }: QuestionsMail): {
  subject: string;
  text: string;
} {
  const shop = headerLine(merchant, NAME_CHARACTERS_MAX);
  const lines = [
    `Your payment to ${shop} for order ${orderId} has arrived and is on hold, because of the address that it was sent from. The money is safe.`,
    `Please answer a few questions about it until ${expiresAt.toISOString().slice(0, 10)} (UTC). Your answers go to the operator of this payment system and not to ${shop}:`,
    url,
    "Did you not make this payment? Then you need to do nothing. Replies to this mail are not read.",
  ];
  return { subject: `Questions about your payment to ${shop}`, text: `${lines.join("\n\n")}\n` };
}
