import { readSandboxFile } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { payFromUnlocked } from "@/lib/sandbox/evm-faucet";
import { payByUrl } from "@/lib/sandbox/pay-by-url";
import type { PlayPayment } from "@/lib/sandbox/play-money";
import { parseSandboxNetworks, type SandboxNetwork } from "@/lib/sandbox/sandbox-file";

/**
 * Has the rich account of a network's sandbox chain pay what `make` makes of it. Answers the transaction's id; null where the chain
 * tells it only when the payment is in a block.
 *
 * @throws AppError `unavailable` when there is no such chain or its node does not take it in time, `refused` when the chain cannot carry
 * so small a payment
 */
export async function sendFromFaucet(
  networkCode: string,
  make: (chain: SandboxNetwork) => PlayPayment,
): Promise<string | null> {
  const chain = parseSandboxNetworks(readSandboxFile()).get(networkCode);
  if (chain === undefined) throw new AppError("unavailable", "The sandbox chain is not described");
  const payment = make(chain);
  return chain.family === "evm" ? await payFromUnlocked(chain, payment) : await payByUrl(chain.payUrl, payment);
}
