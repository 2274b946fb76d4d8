import { readSandboxFile } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { againWhileRaced } from "@/lib/sandbox/again-while-raced";
import { callSandboxNode } from "@/lib/sandbox/call-node";
import type { PlayTransaction } from "@/lib/sandbox/play-money";
import { parseSandboxNetworks, type SandboxNetwork } from "@/lib/sandbox/sandbox-file";

/**
 * The least: a node would choose a tip of its own, a hundred times of what a quiet chain asks, and all that leaves within the next blocks
 * would rightly wait, because the network asks for so much more than was counted on.
 */
const TIP = { maxPriorityFeePerGas: "0x1" };

/**
 * Sends what `make` makes of a network's sandbox chain, and answers the transaction's id.
 * @throws AppError `unavailable` when there is no such chain, or its node does not take it in time
 */
export async function sendFromFaucet(
  networkCode: string,
  make: (chain: SandboxNetwork) => PlayTransaction,
): Promise<string> {
  const chain = parseSandboxNetworks(readSandboxFile()).get(networkCode);
  if (chain === undefined) throw new AppError("unavailable", "The sandbox chain is not described");
  return await againWhileRaced(() => callSandboxNode(chain.rpcUrl, "eth_sendTransaction", { ...make(chain), ...TIP }));
}
