import type { AppError } from "@/lib/kernel/errors";
import type { TextKey } from "@/lib/kernel/locales/catalogues";
import type { Messages } from "@/lib/kernel/locales/messages";
import { isRefusal, type Reason } from "@/lib/kernel/refusals";

const PROBLEMS: Readonly<Record<Extract<Reason, `refund_request_${string}`>, TextKey>> = {
  refund_request_nothing: "refund.problem.nothing",
  refund_request_waiting: "refund.problem.waiting",
  refund_request_too_small: "refund.problem.small",
  refund_request_too_often: "refund.problem.often",
  refund_request_no_proof: "refund.help.body",
  refund_request_unknown: "refund.problem.unknown",
  refund_request_over: "refund.problem.over",
  refund_request_not_signed: "refund.problem.signed",
  refund_request_decided: "refund.problem.decided",
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

/** Returns why a refund request is refused, as a message for a payer. */
export function problemText(error: AppError, messages: Messages, names: Names): string {
  const known: Partial<Record<Reason, TextKey>> = PROBLEMS;
  return messages.say((isRefusal(error) && known[error.reason]) || "refund.problem.general", { ...names });
}

/**
 * Returns the error of the address, to be shown at its field; null if the error is a different one.
 */
export function addressProblemText({ fields }: AppError, messages: Messages, network: string): string | null {
  const code = fields?.["address"]?.[0];
  return code === undefined ? null : messages.say(ADDRESS_PROBLEMS[code] ?? "refund.address.format", { network });
}
