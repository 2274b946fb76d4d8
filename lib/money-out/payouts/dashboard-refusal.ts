import { NEEDS_TLS, NEEDS_TLS_WORDS } from "@/lib/delivery/webhooks/callback-address";
import { AppError } from "@/lib/kernel/errors";

/** Names of the pages' fields by those of the machine API. */
const FORM_FIELDS: Readonly<Record<string, string>> = {
  to_currency: "coin",
  from_currency: "fromCurrency",
  course_source: "courseSource",
  order_id: "orderId",
  url_callback: "urlCallback",
};

/** Why an address is refused, in the words of somebody who is about to send money to it. */
const ADDRESS_WORDS: Readonly<Record<string, (network: string) => string>> = {
  format: (network) => `This is not an address of ${network}.`,
  length: (network) => `An address of ${network} is longer or shorter: something is missing or too much.`,
  checksum: () => "There is a typing error in this address: its checksum does not fit. Copy it again.",
  network: (network) => `This is an address of another network. Sent to it on ${network}, the money would be lost.`,
  burn: () => "Nobody has the key of this address: what is sent to it is lost.",
  contract: () => "This is a coin's own contract, not somebody's wallet: what is sent to it is lost.",
  own: () => "This is an address of this gateway itself: the money would only come back, less a fee.",
};

const FIELD_WORDS: Readonly<Record<string, string>> = {
  "validation.required": "This has to be given.",
  "validation.prohibited": "This network has no memo. Who relies on one would lose the money: leave it empty.",
  "validation.decimal": "The coin cannot be divided that finely.",
  [NEEDS_TLS]: NEEDS_TLS_WORDS,
  "validation.unique": "There is a payment, a wallet or a payout with this order id already.",
};

/** Refusals in the machine API's words, by the field that they are about and what a person is told. */
const MESSAGE_WORDS: readonly (readonly [RegExp, string | null, ((message: string) => string) | string])[] = [
  [/^(Minimum|Maximum) amount/, "amount", (message) => `${message}.`],
  [/^Not enough (funds|balance)/, "amount", "The balance is too small for this, fees included."],
  [
    /(withdrawal )?amount is too small$/,
    "amount",
    "Too little: nothing that the network carries is left after the fee.",
  ],
  [/not be more than the amount paid$/, "amount", "That is more than is left of what was paid."],
  [/^(Undefined merchant wallet|Wallet not found)$/, null, "You have no balance in this currency yet."],
  [/^The service was not found$/, "network", "This coin cannot be sent on this network."],
  [
    /^Error convert/,
    null,
    "It cannot be converted right now. Try again in a minute, or pay from the coin's own balance.",
  ],
  [
    /^(The terminal was not found|Server error)$/,
    null,
    "Nothing can be sent on this network right now. Try again later.",
  ],
  [/^Refund is in process$/, null, "A refund is on its way already. Wait until it is done."],
  [/^You can withdraw only once$/, null, "What this wallet held was refunded before. That is done once only."],
  [/^Nothing to withdraw$/, null, "This wallet holds nothing that could be refunded."],
  [/^Refunds are made only for completed/, null, "Only a payment that is closed and has money can be refunded."],
];

/** Why nothing may leave at all, by the guards' own names (lib/people/guards/repo.ts). */
const OBSTACLE_WORDS: Readonly<Record<string, string>> = {
  isMerchantBlocked: "The operator has stopped money going out of this merchant. Ask them.",
  isOwnerBlocked: "The owner of this merchant is blocked. Ask the operator.",
  isPasswordNew:
    "A password of somebody who may pay out was changed within the last 24 hours. Money can leave again when they are over.",
  isKeyNew: "The payout key was replaced within the last 24 hours. Money can leave again when they are over.",
  isLimitLoosened:
    "A limit under Settings, or what calls have to be signed with, was loosened within the last 24 hours. Money can leave again when they are over.",
};

/** The same refusal in a person's words, about the form's own fields; anything else comes back as it is. */
export function inWords(error: unknown, networkName = "this network"): unknown {
  if (!(error instanceof AppError)) return error;
  const options = { cause: error, ...(error.details && { details: error.details }) };
  if (error.fields) {
    const fields = Object.fromEntries(
      Object.entries(error.fields).map(([name, codes]) => [
        FORM_FIELDS[name] ?? name,
        codes.map((code) => fieldWords(code, networkName)),
      ]),
    );
    return new AppError(error.code, "Something is not filled in right.", { ...options, fields });
  }
  if (error.code === "forbidden") return new AppError("forbidden", obstacleWords(error), options);
  const known = MESSAGE_WORDS.find(([pattern]) => pattern.test(error.message));
  if (known === undefined) return error;
  const [, field, words] = known;
  const text = typeof words === "string" ? words : words(error.message);
  return new AppError(error.code, text, { ...options, ...(field && { fields: { [field]: [text] } }) });
}

function fieldWords(code: string, networkName: string): string {
  const address = /^validation\.address\.(\w+)$/.exec(code)?.[1];
  if (address !== undefined) return ADDRESS_WORDS[address]?.(networkName) ?? "This address is not accepted.";
  if (!code.startsWith("validation.")) return code;
  return FIELD_WORDS[code] ?? "This is not accepted.";
}

function obstacleWords({ details, message }: AppError): string {
  const name = Object.keys(OBSTACLE_WORDS).find((key) => details?.[key] === true);
  return (name && OBSTACLE_WORDS[name]) ?? message;
}
