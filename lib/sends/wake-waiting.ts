import type { Engine } from "@/lib/sends/engine";
import { endCoinWaits, isCoinAwaited } from "@/lib/sends/repo";
import { readCustody } from "@/lib/sends/signing-repo";

/**
 * What waits for a coin steps aside for longer and longer; when more of that coin stands in the books than at the last look, all of it is
 * tried at once. After a start everything is tried once.
 * @param native the coin that the network's fees are paid in
 */
export async function wakeWaiting({ networkCode, memory }: Engine, native: string): Promise<void> {
  if (!(await isCoinAwaited(networkCode))) return memory.custody.clear();
  const arrived: string[] = [];
  for (const { currencyCode, amount } of await readCustody(networkCode)) {
    const before = memory.custody.get(currencyCode);
    if (before === undefined || amount.gt(before)) arrived.push(currencyCode);
    memory.custody.set(currencyCode, amount);
  }
  if (arrived.length > 0) await endCoinWaits(networkCode, arrived, native);
}
