import { env } from "@/lib/env";
import type { Words } from "@/lib/locales/words";
import { headerLine } from "@/lib/mail/mail-address";
import type { RefundRequest } from "@/lib/refund-requests/refund-request";

export type MessageFacts = {
  readonly request: Pick<RefundRequest, "invoiceId" | "amount" | "currencyCode" | "address" | "challenge">;
  readonly merchant: string;
  readonly networkName: string;
  /** In the language in which it was asked. */
  readonly words: Words;
};

const NAME_CHARACTERS_MAX = 80;

/**
 * The text that the wallet which paid is asked to sign (EIP-191). It names everything that the signature is good for, and this gateway, so
 * that it is worth nothing elsewhere; the number in it makes it good once. The same for the same facts: it is made anew to verify.
 */
export function writeSignMessage({ request, merchant, networkName, words }: MessageFacts): string {
  const { invoiceId, amount, currencyCode, address, challenge } = request;
  const line = (label: string, value: string) => `${label}: ${value}`;
  return [
    words.say("refund.sign.title", { host: new URL(env().BASE_URL).host }),
    "",
    line(words.say("refund.sign.merchant"), headerLine(merchant, NAME_CHARACTERS_MAX)),
    line(words.say("refund.sign.payment"), invoiceId),
    line(words.say("refund.sign.amount"), `${amount.toFixed()} ${currencyCode} (${networkName})`),
    line(words.say("refund.sign.address"), address),
    line(words.say("refund.sign.number"), challenge),
    "",
    words.say("refund.sign.safe"),
  ].join("\n");
}
