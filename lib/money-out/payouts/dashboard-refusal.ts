import { HTTPS_REQUIRED_MESSAGE, NEEDS_TLS } from "@/lib/delivery/webhooks/callback-address";
import { AppError } from "@/lib/kernel/errors";
import { isRefusal, type Reason } from "@/lib/kernel/refusals";
import { errorText } from "@/lib/people/guards/refusal-text";

/** Maps field names of the machine API to those of the pages. */
const FORM_FIELDS: Readonly<Record<string, string>> = {
  to_currency: "coin",
  from_currency: "fromCurrency",
  course_source: "requestedRateSource",
  order_id: "orderId",
  url_callback: "urlCallback",
};

/** Why an address is refused, worded for someone about to send money to it. */
const ADDRESS_MESSAGES: Readonly<Record<string, (network: string) => string>> = {
  format: (network) => `This is not a ${network} address.`,
  length: (network) => `The length is wrong for a ${network} address: check for missing or extra characters.`,
  checksum: () => "This address has a typo: its checksum does not match. Copy it again.",
  network: (network) => `This address is for another network. Funds sent to it on ${network} would be lost.`,
  burn: () => "This address has no owner: funds sent to it are lost.",
  contract: () => "This is a coin's contract, not a wallet: funds sent to it are lost.",
  own: () => "This address belongs to this gateway: the money would only come back, less a fee.",
};

const FIELD_MESSAGES: Readonly<Record<string, string>> = {
  "validation.required": "Required.",
  "validation.prohibited": "This network has no memos. A recipient who needs one would lose the money: leave it empty.",
  "validation.decimal": "Has more decimals than the coin.",
  [NEEDS_TLS]: HTTPS_REQUIRED_MESSAGE,
  "validation.unique": "A payment, wallet or payout with this order ID already exists.",
};

/** The form field that a refusal refers to. */
const FIELD_OF_REASON: Partial<Record<Reason, string>> = {
  below_minimum: "amount",
  above_maximum: "amount",
  not_enough_funds: "amount",
  not_enough_to_convert: "amount",
  withdrawal_too_small: "amount",
  refund_too_small: "amount",
  more_than_paid: "amount",
  service_not_found: "network",
};

/**
 * Converts a refusal to a user-facing message at the form's field; returns any other error
 * unchanged.
 */
export function toFormError(error: unknown, networkName = "this network"): unknown {
  if (isRefusal(error)) {
    const text = errorText(error);
    const field = FIELD_OF_REASON[error.reason];
    return new AppError(error.code, text, { cause: error, ...(field && { fields: { [field]: [text] } }) });
  }
  if (!(error instanceof AppError) || error.fields === undefined) return error;
  const fields = Object.fromEntries(
    Object.entries(error.fields).map(([name, codes]) => [
      FORM_FIELDS[name] ?? name,
      codes.map((code) => fieldText(code, networkName)),
    ]),
  );
  return new AppError(error.code, "Check the highlighted fields.", { cause: error, fields });
}

/** Runs a command and converts its refusals with {@link toFormError}. */
export async function withFormErrors<Result>(command: () => Promise<Result>, networkName?: string): Promise<Result> {
  try {
    return await command();
  } catch (error) {
    throw toFormError(error, networkName);
  }
}

function fieldText(code: string, networkName: string): string {
  const address = /^validation\.address\.(\w+)$/.exec(code)?.[1];
  if (address !== undefined) return ADDRESS_MESSAGES[address]?.(networkName) ?? "This address is not accepted.";
  if (!code.startsWith("validation.")) return code;
  return FIELD_MESSAGES[code] ?? "This is not accepted.";
}
