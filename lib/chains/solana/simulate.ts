import { type Account, isPlain, readAccounts } from "@/lib/chains/solana/accounts";
import { toUnsignedWire } from "@/lib/chains/solana/build";
import { isOnCurve, SYSTEM_PROGRAM } from "@/lib/chains/solana/config";
import { type Fields, inContext, object, small } from "@/lib/chains/solana/decode";
import { integerOf, type SolanaNode } from "@/lib/chains/solana/json-rpc";
import { type Payload, readPayload } from "@/lib/chains/solana/prepare";
import { decodeTokenAccount } from "@/lib/chains/solana/token-layout";
import type { Simulation, UnsignedTransfer } from "@/lib/chains/spending";

/** Why the runtime rejects a transaction, as text for users. `of`: what caused it. */
export type Failure = {
  readonly of: "lifetime" | "repeated" | "funds" | "rent" | "transaction";
  readonly message: string;
};

/** Their numbers have the same meaning in both token programs; the system program has fewer. */
const NOT_ENOUGH = 1n;
const INSTRUCTION_ERRORS: ReadonlyMap<bigint, string> = new Map([
  [NOT_ENOUGH, "the account does not hold that much"],
  [11n, "a token account that was to be closed is not empty any more"],
  [4n, "the token account belongs to somebody else"],
  [17n, "the token account is frozen by the token's issuer"],
]);

/**
 * Parses a TransactionError in its JSON form: a name, or a name with details. The accounts are
 * those of the message: the first one is the sender.
 */
export function explainFailure(error: unknown): Failure {
  if (typeof error === "string") return explainName(error);
  const fields = object(error);
  if ("InsufficientFundsForRent" in fields) return explainRent(fields);
  if ("InstructionError" in fields) return explainInstruction(fields);
  return { of: "transaction", message: `the chain refuses it: ${Object.keys(fields)[0] ?? "no reason given"}` };
}

function explainName(name: string): Failure {
  switch (name) {
    case "BlockhashNotFound":
      return { of: "lifetime", message: "the node does not know its block hash, or no longer takes it" };
    case "AlreadyProcessed":
      return { of: "repeated", message: "it is on the chain already" };
    case "AccountNotFound":
    case "InsufficientFundsForFee":
    case "InvalidAccountForFee":
      return { of: "funds", message: "the sender does not hold enough SOL for the fee" };
    default:
      return { of: "transaction", message: `the chain refuses it: ${name.slice(0, 80)}` };
  }
}

function explainRent({ InsufficientFundsForRent: detail }: Fields): Failure {
  const isSender = integerOf(object(detail).account_index) === 0n;
  return isSender
    ? { of: "rent", message: "the sender would keep less SOL than an account must hold to exist" }
    : {
        of: "transaction",
        message: "the receiver's account is new and would hold less SOL than an account must to exist",
      };
}

function explainInstruction({ InstructionError: detail }: Fields): Failure {
  const [, inner] = Array.isArray(detail) ? (detail as readonly unknown[]) : [];
  const custom = typeof inner === "object" && inner !== null ? integerOf((inner as Fields).Custom) : null;
  const known = custom === null ? undefined : INSTRUCTION_ERRORS.get(custom);
  if (custom === NOT_ENOUGH) return { of: "funds", message: known ?? "" };
  const name = typeof inner === "string" ? inner : `program error ${custom ?? "without a number"}`;
  return { of: "transaction", message: known ?? `the chain refuses it: ${name.slice(0, 80)}` };
}

/**
 * Checks the recipient and the SOL of sender and fee payer, then simulates exactly the message that
 * will be signed.
 */
export async function simulateTransfer(
  node: SolanaNode,
  unsigned: UnsignedTransfer,
  signal: AbortSignal,
): Promise<Simulation> {
  const payload = readPayload(unsigned.payload);
  const { from, payer, to, token } = payload;
  const places = [from, payer, to, ...(token === null ? [] : [token.destination])];
  const [sender = null, paying = null, receiver = null, tokenAccount = null] = await readAccounts(node, places, signal);
  const amount = token === null ? payload.units : 0n;
  const shortage =
    findShortage(payer, paying, unsigned.fee.maximumUnits + (payer === from ? amount : 0n)) ??
    findShortage(from, sender, amount);
  if (shortage !== null) return refused(shortage, true);
  const objection = evaluateReceiver(payload, receiver, tokenAccount);
  return objection === null ? runTrial(node, payload, signal) : refused(objection, false);
}

function findShortage(address: string, account: Account | null, needed: bigint): string | null {
  const held = account?.units ?? 0n;
  return held < needed ? `${address} holds ${held} of ${needed} native units` : null;
}

async function runTrial(node: SolanaNode, payload: Payload, signal: AbortSignal): Promise<Simulation> {
  const options = { encoding: "base64", sigVerify: false, replaceRecentBlockhash: false, commitment: "confirmed" };
  const wire = toUnsignedWire(payload.message);
  const { value } = inContext(await node.request("simulateTransaction", [wire, options], signal));
  const { err } = object(value);
  if (err === undefined) throw new Error(`${node.name} did not say how the trial went`);
  if (err === null) return { succeeds: true };
  const failure = explainFailure(err);
  if (failure.of === "lifetime" && !(await hasPassed(node, payload.lastValidBlockHeight, signal))) {
    // The node lags behind the one that returned the block hash: this is no answer about the chain.
    throw new Error(`${node.name} does not know the block hash yet`);
  }
  const isNative = payload.token === null;
  return refused(failure.message, failure.of === "rent" || (isNative && failure.of === "funds"));
}

/** Returns whether this node has seen all blocks that could include a transaction. */
export async function hasPassed(node: SolanaNode, validUntil: bigint, signal: AbortSignal): Promise<boolean> {
  const height = small(await node.request("getBlockHeight", [{ commitment: "confirmed" }], signal));
  return BigInt(height) > validUntil;
}

function refused(reason: string, lacksFee: boolean): Simulation {
  return { succeeds: false, reason, lacksFee };
}

/**
 * Returns why money sent there may be lost although the chain would accept it; null when there is
 * no objection. Users paste the addresses of token accounts, of mints and of programs for their
 * own. An address off the curve has no key: the vault of a multisig wallet is one, recognised by
 * its existing holdings; one that never held anything is treated as a mistake.
 */
export function evaluateReceiver(
  { to, token }: Pick<Payload, "to" | "token">,
  account: Account | null,
  tokenAccount: Account | null,
): string | null {
  if (account !== null && !(token === null ? isPlain(account) : account.program === SYSTEM_PROGRAM)) {
    return `${to} is no wallet: it belongs to the program ${account.program}`;
  }
  if (token === null) {
    return account === null && !isOnCurve(to) ? `${to} has no key and has never held SOL: it may be nobody's` : null;
  }
  if (tokenAccount === null) {
    if (!isOnCurve(to)) return `${to} has no key and has never held this token: it may be nobody's`;
    return token.opensAccount ? null : `${to} has no account for this token yet, and the fee does not pay for one`;
  }
  return evaluateTokenAccount(to, token, tokenAccount);
}

/** The owner's associated account may have been transferred to another owner, or frozen. */
function evaluateTokenAccount(
  to: string,
  { mint, destination }: NonNullable<Payload["token"]>,
  account: Account,
): string | null {
  // Lamports sent to the address of an account that has not been opened yet.
  if (account.program === SYSTEM_PROGRAM) return null;
  const held = decodeTokenAccount(destination, account.data);
  if (held.owner !== to || held.mint !== mint) return `${to} has given its account for this token to ${held.owner}`;
  return held.isUsable ? null : `the token account of ${to} is frozen by the token's issuer`;
}
