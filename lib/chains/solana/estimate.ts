import { buildMessage, toUnsignedWire } from "@/lib/chains/solana/build";
import { SYSTEM_PROGRAM } from "@/lib/chains/solana/config";
import { inContext, object, units } from "@/lib/chains/solana/decode";
import { readUnitPrice, toEstimate } from "@/lib/chains/solana/fees";
import type { SolanaNode } from "@/lib/chains/solana/json-rpc";
import { readPlan, type TransferPlan } from "@/lib/chains/solana/plan";
import type { FeeEstimate, FeePriority, TransferRequest } from "@/lib/chains/spending";

/** The most that any transaction may ask for. */
const UNITS_MAX = 1_400_000n;
/** Programs are replaced now and then, and token accounts need more or less by their address: a fifth, and a little for the smallest. */
const ROOM_DIVISOR = 5n;
const ROOM_UNITS = 300n;

/** Where a trial cannot succeed because the sender holds nothing (a fee shown beforehand). Measured: 450, 6,500, 30,000. */
const UNITS_NATIVE = 900n;
const UNITS_TOKEN = 20_000n;
const UNITS_OPENING = 60_000n;

/** Any 32 bytes: the node puts its newest block hash in their place. */
const ANY_LIFETIME = { blockhash: SYSTEM_PROGRAM, lastValidBlockHeight: 0n };

/** What the request costs now. Nothing on Solana replaces a transaction: a second one would pay a second time. */
export async function readFeeEstimate(
  node: SolanaNode,
  input: { readonly request: TransferRequest; readonly priority: FeePriority; readonly replaces: FeeEstimate | null },
  signal: AbortSignal,
): Promise<FeeEstimate> {
  if (input.replaces !== null) throw new TypeError("a Solana transaction cannot be replaced, only waited for");
  const plan = await readPlan(node, input.request, signal);
  const written = plan.token === null ? [plan.from, plan.to] : [plan.from, plan.token.destination];
  const [unitPrice, used] = [
    await readUnitPrice(node, written, input.priority, signal),
    await readUnitsUsed(node, plan, signal),
  ];
  const unitLimit = used === null ? unitsByRule(plan) : used + used / ROOM_DIVISOR + ROOM_UNITS;
  return toEstimate(input.priority, { unitLimit, unitPrice, rent: plan.token?.rent ?? 0n });
}

/** Null when the trial fails: why is for `simulate` to say, before signing. */
async function readUnitsUsed(node: SolanaNode, plan: TransferPlan, signal: AbortSignal): Promise<bigint | null> {
  const terms = { unitLimit: UNITS_MAX, unitPrice: 0n, rent: plan.token?.rent ?? 0n };
  const wire = toUnsignedWire(buildMessage(plan, terms, ANY_LIFETIME));
  const options = { encoding: "base64", sigVerify: false, replaceRecentBlockhash: true, commitment: "confirmed" };
  const { value } = inContext(await node.request("simulateTransaction", [wire, options], signal));
  const { err, unitsConsumed } = object(value);
  return err === null && unitsConsumed != null ? units(unitsConsumed) : null;
}

function unitsByRule({ token }: TransferPlan): bigint {
  if (token === null) return UNITS_NATIVE;
  const transfers = UNITS_TOKEN * BigInt(token.parts.length);
  return token.rent > 0n ? transfers + UNITS_OPENING : transfers;
}
