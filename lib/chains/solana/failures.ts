import { type Fields, object } from "@/lib/chains/solana/decode";
import { integerOf } from "@/lib/chains/solana/exact-json";

/** Why the runtime will not carry a transaction out, for people. `of`: whose fault it is. */
export type Failure = {
  readonly of: "lifetime" | "repeated" | "funds" | "rent" | "transaction";
  readonly words: string;
};

/** Their numbers mean the same in both token programs; those of the system program are fewer. */
const NOT_ENOUGH = 1n;
const INSTRUCTION_WORDS: ReadonlyMap<bigint, string> = new Map([
  [NOT_ENOUGH, "the account does not hold that much"],
  [11n, "a token account that was to be closed is not empty any more"],
  [4n, "the token account belongs to somebody else"],
  [17n, "the token account is frozen by the token's issuer"],
]);

/**
 * Reads a TransactionError in its JSON form: a name, or a name with its details. The accounts are those of the
 * message: the first one is the sender.
 */
export function explainFailure(error: unknown): Failure {
  if (typeof error === "string") return explainName(error);
  const fields = object(error);
  if ("InsufficientFundsForRent" in fields) return explainRent(fields);
  if ("InstructionError" in fields) return explainInstruction(fields);
  return { of: "transaction", words: `the chain refuses it: ${Object.keys(fields)[0] ?? "no reason given"}` };
}

function explainName(name: string): Failure {
  switch (name) {
    case "BlockhashNotFound":
      return { of: "lifetime", words: "the node does not know its block hash, or no longer takes it" };
    case "AlreadyProcessed":
      return { of: "repeated", words: "it is on the chain already" };
    case "AccountNotFound":
    case "InsufficientFundsForFee":
    case "InvalidAccountForFee":
      return { of: "funds", words: "the sender does not hold enough SOL for the fee" };
    default:
      return { of: "transaction", words: `the chain refuses it: ${name.slice(0, 80)}` };
  }
}

function explainRent({ InsufficientFundsForRent: detail }: Fields): Failure {
  const isSender = integerOf(object(detail).account_index) === 0n;
  return isSender
    ? { of: "rent", words: "the sender would keep less SOL than an account must hold to exist" }
    : {
        of: "transaction",
        words: "the receiver's account is new and would hold less SOL than an account must to exist",
      };
}

function explainInstruction({ InstructionError: detail }: Fields): Failure {
  const [, inner] = Array.isArray(detail) ? (detail as readonly unknown[]) : [];
  const custom = typeof inner === "object" && inner !== null ? integerOf((inner as Fields).Custom) : null;
  const known = custom === null ? undefined : INSTRUCTION_WORDS.get(custom);
  if (custom === NOT_ENOUGH) return { of: "funds", words: known ?? "" };
  const name = typeof inner === "string" ? inner : `program error ${custom ?? "without a number"}`;
  return { of: "transaction", words: known ?? `the chain refuses it: ${name.slice(0, 80)}` };
}
