import type { Simulation, UnsignedTransfer } from "@/lib/chains/spending";
import { readAccountState } from "@/lib/chains/ton/account-state";
import { sameAccountText } from "@/lib/chains/ton/address";
import { readTokenWalletData } from "@/lib/chains/ton/getters";
import { type Order, parsePayload } from "@/lib/chains/ton/order";
import type { TonNode } from "@/lib/chains/ton/ton-node";

/**
 * What a wallet would not be able to do: no node runs a request that nobody has signed, so the balances are compared, the native one
 * with all that the transfer may cost. A transfer of tokens to the token's own contracts is gone for good, and is refused.
 */
export async function simulateOrder(
  node: TonNode,
  unsigned: UnsignedTransfer,
  signal: AbortSignal,
): Promise<Simulation> {
  const order = parsePayload(unsigned.payload);
  const { balance } = await readAccountState(node, order.from, signal);
  const needed = (order.contract === null ? order.units : 0n) + unsigned.fee.maximumUnits;
  if (balance < needed) {
    return { succeeds: false, reason: `${order.from} holds ${balance} of ${needed} native units`, lacksFee: true };
  }
  return order.tokenWallet === null ? { succeeds: true } : simulateTokens(node, order, order.tokenWallet, signal);
}

async function simulateTokens(
  node: TonNode,
  { from, to, units, contract }: Order,
  wallet: string,
  signal: AbortSignal,
): Promise<Simulation> {
  const receiver = sameAccountText(to);
  if (receiver === wallet || (contract !== null && receiver === sameAccountText(contract))) {
    return { succeeds: false, reason: `${to} is a contract of the token itself`, lacksFee: false };
  }
  const held = (await readTokenWalletData(node, wallet, signal))?.units ?? 0n;
  if (held >= units) return { succeeds: true };
  return { succeeds: false, reason: `${from} holds ${held} of ${units} units of the token`, lacksFee: false };
}
