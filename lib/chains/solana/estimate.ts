import { buildMessage, signersOf, toUnsignedWire } from "@/lib/chains/solana/build";
import { SYSTEM_PROGRAM } from "@/lib/chains/solana/config";
import { inContext, object, units } from "@/lib/chains/solana/decode";
import { readUnitPrice, toEstimate } from "@/lib/chains/solana/fees";
import type { SolanaNode } from "@/lib/chains/solana/json-rpc";
import { givenBackBy, readPlan, type TokenPlan, type TransferPlan } from "@/lib/chains/solana/plan";
import type { FeeEstimate, FeePriority, TransferRequest } from "@/lib/chains/spending";

/** The maximum for any transaction. */
const UNITS_MAX = 1_400_000n;
/** The account may be opened or closed meanwhile, and programs are upgraded now and then. */
const ROOM_DIVISOR = 5n;
const ROOM_UNITS = 1_000n;
/**
 * Opening takes 1,500 per attempt to find the account's address: an estimate for one recipient
 * should suffice for most others.
 */
const ROOM_OPENING = 10_000n;

/**
 * Three built-in instructions always use 150 each: emptying an account needs a fee that does not
 * depend on a simulation.
 */
const UNITS_NATIVE = 900n;
/**
 * Used where a simulation cannot succeed because the sender holds nothing (a fee preview). A
 * simulated transfer uses 400 to 6,500, depending on the version of the token program, and 15,000
 * to 30,000 more where an account is opened.
 */
const UNITS_TOKEN = 20_000n;
const UNITS_OPENING = 60_000n;

/** Any 32 bytes: the node replaces them with its newest block hash. */
const ANY_LIFETIME = { blockhash: SYSTEM_PROGRAM, lastValidBlockHeight: 0n };

/**
 * Estimates the current cost of the request. No Solana transaction replaces another: a second one
 * would pay a second time.
 */
export async function readFeeEstimate(
  node: SolanaNode,
  input: { readonly request: TransferRequest; readonly priority: FeePriority; readonly replaces: FeeEstimate | null },
  signal: AbortSignal,
): Promise<FeeEstimate> {
  if (input.replaces !== null) throw new TypeError("a Solana transaction cannot be replaced, only waited for");
  const plan = await readPlan(node, input.request, signal);
  const written = plan.token === null ? [plan.from, plan.to] : [plan.from, plan.token.destination];
  const unitPrice = await readUnitPrice(node, written, input.priority, signal);
  const unitLimit = plan.token === null ? UNITS_NATIVE : await readTokenUnits(node, plan, plan.token, signal);
  const paid = { signatures: BigInt(signersOf(plan).length), givenBack: givenBackBy(plan) };
  return toEstimate(input.priority, { unitLimit, unitPrice, rent: plan.token?.rent ?? 0n }, paid);
}

async function readTokenUnits(
  node: SolanaNode,
  plan: TransferPlan,
  token: TokenPlan,
  signal: AbortSignal,
): Promise<bigint> {
  const used = await readUnitsUsed(node, plan, signal);
  const isOpened = token.rent > 0n;
  if (used !== null) {
    const limit = used + used / ROOM_DIVISOR + ROOM_UNITS + (isOpened ? ROOM_OPENING : 0n);
    return limit < UNITS_MAX ? limit : UNITS_MAX;
  }
  return UNITS_TOKEN * BigInt(token.parts.length) + (isOpened ? UNITS_OPENING : 0n);
}

/** Returns null when the simulation fails: `simulate` reports the reason before signing. */
async function readUnitsUsed(node: SolanaNode, plan: TransferPlan, signal: AbortSignal): Promise<bigint | null> {
  const terms = { unitLimit: UNITS_MAX, unitPrice: 0n, rent: plan.token?.rent ?? 0n };
  const wire = toUnsignedWire(buildMessage(plan, terms, ANY_LIFETIME));
  const options = { encoding: "base64", sigVerify: false, replaceRecentBlockhash: true, commitment: "confirmed" };
  const { value } = inContext(await node.request("simulateTransaction", [wire, options], signal));
  const { err, unitsConsumed } = object(value);
  return err === null && unitsConsumed != null ? units(unitsConsumed) : null;
}
