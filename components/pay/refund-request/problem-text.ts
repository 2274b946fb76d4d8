import type { AppError } from "@/lib/kernel/errors";
import type { TextKey } from "@/lib/kernel/locales/catalogues";
import type { Words } from "@/lib/kernel/locales/words";

/** By the texts of lib/exceptions/refund-requests/refund-request.ts; a test holds the two against each other. */
const PROBLEMS: Readonly<Record<string, TextKey>> = {
  "There is nothing that can be asked for": "refund.problem.nothing",
  "Another request for this money waits already": "refund.problem.waiting",
  "After the network fee nothing would be left": "refund.problem.small",
  "A refund was asked for too often today": "refund.problem.often",
  "Nobody can show here that the payer asks": "refund.help.body",
  "This request is not known": "refund.problem.unknown",
  "This request is over": "refund.problem.over",
  "The wallet that paid has not signed this": "refund.problem.signed",
  "This request was decided already": "refund.problem.decided",
};

const ADDRESS_PROBLEMS: Readonly<Record<string, TextKey>> = {
  "validation.address.format": "refund.address.format",
  "validation.address.length": "refund.address.length",
  "validation.address.checksum": "refund.address.checksum",
  "validation.address.network": "refund.address.network",
  "validation.address.burn": "refund.address.burn",
  "validation.address.contract": "refund.address.contract",
  "validation.address.own": "refund.address.own",
};

type Names = { readonly merchant: string; readonly reference: string };

/** Why a wish is not taken, in words for a payer. */
export function problemText({ message }: AppError, words: Words, names: Names): string {
  return words.say(PROBLEMS[message] ?? "refund.problem.general", { ...names });
}

/** What is wrong with the address, to stand at its field; null when it is something else that is wrong. */
export function addressProblemText({ fields }: AppError, words: Words, network: string): string | null {
  const code = fields?.["address"]?.[0];
  return code === undefined ? null : words.say(ADDRESS_PROBLEMS[code] ?? "refund.address.format", { network });
}
