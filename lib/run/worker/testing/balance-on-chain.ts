import { fromBaseUnits } from "@/lib/kernel/money/base-units";
import type { Decimal } from "@/lib/kernel/money/decimal";
import type { TestChain } from "@/lib/run/worker/testing/test-chain";

/** ERC-20 `balanceOf(address)`. */
const BALANCE_OF = "0x70a08231";
const NATIVE_DECIMALS = 18;

/**
 * Returns an address's balance on the node itself, bypassing the proxy. Null: the network's own
 * coin.
 */
export async function balanceOnChain(chain: TestChain, address: string, currency: string | null): Promise<Decimal> {
  if (currency === null) {
    return fromBaseUnits(
      BigInt((await chain.anvil.rpc("eth_getBalance", [address, "latest"])) as string),
      NATIVE_DECIMALS,
    );
  }
  const { address: to, decimals } = chain.token(currency);
  const data = BALANCE_OF + address.slice(2).toLowerCase().padStart(64, "0");
  return fromBaseUnits(BigInt((await chain.anvil.rpc("eth_call", [{ to, data }, "latest"])) as string), decimals);
}
