import type { Simulation, UnsignedTransfer } from "@/lib/chains/spending";
import { readBalance, readInspection } from "@/lib/chains/tron/accounts";
import { movementIn } from "@/lib/chains/tron/build";
import { callConstant } from "@/lib/chains/tron/constant-call";
import { type FeeTerms, parseTerms } from "@/lib/chains/tron/fee-terms";
import type { TronNode } from "@/lib/chains/tron/http-node";
import { coversBytes, type Resources, readResources } from "@/lib/chains/tron/resources";
import { answeredFalse } from "@/lib/chains/tron/trc20";

/** Whether the chain would run it now, on this node's newest state, and the sender can pay for it. */
export async function simulateOn(node: TronNode, unsigned: UnsignedTransfer, signal: AbortSignal): Promise<Simulation> {
  const { from, to, contract, units, data } = movementIn(unsigned);
  const terms = parseTerms(unsigned.fee.terms);
  const resources = await readResources(node, from, signal);
  const balance = await readBalance(node, from, { kind: "native" }, signal);
  const needed = units + burntAtMost(terms, resources);
  if (balance < needed) {
    return { succeeds: false, reason: `${from} holds ${balance} of ${needed} sun`, lacksFee: true };
  }
  return contract === null
    ? simulateTransfer(node, from, to, signal)
    : simulateCall(node, { from, contract, data }, terms, signal);
}

/** What it may take of the sender's TRX with the bandwidth and energy that he has now. */
function burntAtMost(terms: FeeTerms, resources: Resources): bigint {
  const { feeLimit, perEnergy, bytes, bandwidthUnits, activationUnits } = terms;
  if (activationUnits > 0n) return activationUnits > bandwidthUnits ? activationUnits : bandwidthUnits;
  const staked = resources.energy * perEnergy;
  const energyUnits = feeLimit > staked ? feeLimit - staked : 0n;
  return energyUnits + (coversBytes(resources, bytes) ? 0n : bandwidthUnits);
}

/** The chain's own rules for TRX: not to oneself, and not to a contract. */
async function simulateTransfer(
  node: TronNode,
  from: string,
  to: string | null,
  signal: AbortSignal,
): Promise<Simulation> {
  if (to === null || to === from) return refused("an account cannot pay TRX to itself");
  const { kind } = await readInspection(node, to, signal);
  return kind === "contract" ? refused(`${to} is a contract, which takes no transfer of TRX`) : { succeeds: true };
}

async function simulateCall(
  node: TronNode,
  call: { readonly from: string; readonly contract: string; readonly data: string },
  { feeLimit, perEnergy }: FeeTerms,
  signal: AbortSignal,
): Promise<Simulation> {
  const answer = await callConstant(node, call, signal);
  if (!answer.succeeded) return refused(answer.reason);
  if (answeredFalse(answer.returned)) return refused("the token answered false");
  // Sent anyway it would stop halfway, move nothing and burn the whole limit.
  const costs = answer.energy * perEnergy;
  return costs > feeLimit
    ? refused(`it needs ${costs} sun of energy, above its limit of ${feeLimit}`)
    : { succeeds: true };
}

function refused(reason: string): Simulation {
  return { succeeds: false, reason, lacksFee: false };
}
