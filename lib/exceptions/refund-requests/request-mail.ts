import type { RefundRequest } from "@/lib/exceptions/refund-requests/refund-request";
import type { Words } from "@/lib/kernel/locales/words";
import { moneyText } from "@/lib/kernel/money/format";

export type LinkMail = {
  readonly request: Pick<RefundRequest, "amount" | "currencyCode" | "address">;
  readonly networkName: string;
  readonly merchant: string;
  readonly orderId: string;
  readonly url: string;
  readonly words: Words;
};

/** The mail that a payer confirms a request with: order, shop, amount, address and the link, in the language of the page. */
export function writeLinkMail({ request, networkName, merchant, orderId, url, words }: LinkMail): {
  subject: string;
  text: string;
} {
  const { amount, currencyCode, address } = request;
  const lines = [
    words.say("refund.mail.body", {
      merchant,
      order: orderId,
      amount: words.coin(amount, currencyCode).replace("\u00a0", " "),
      network: networkName,
    }),
    address,
    words.say("refund.mail.link"),
    url,
    words.say("refund.mail.not-you"),
  ];
  return { subject: words.say("refund.mail.subject", { merchant }), text: `${lines.join("\n\n")}\n` };
}

export type NoticeMail = {
  readonly request: Pick<RefundRequest, "amount" | "currencyCode" | "address">;
  readonly networkName: string;
  readonly merchant: string;
  readonly orderId: string;
  /** Of the dashboard. */
  readonly url: string;
};

/** Tells an owner that a payer asks, in the dashboard's language. */
export function writeNoticeMail({ request, networkName, merchant, orderId, url }: NoticeMail) {
  const { amount, currencyCode, address } = request;
  const text = [
    `A payer of ${merchant} asks for ${moneyText(amount.toFixed(), currencyCode)} on ${networkName} back, of order ${orderId}, to this address:`,
    address,
    "Decide about it here:",
    url,
  ].join("\n\n");
  return { subject: `A payer asks for a refund: order ${orderId}`, text: `${text}\n` };
}
