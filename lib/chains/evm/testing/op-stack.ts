import type { Anvil } from "@/lib/chains/evm/testing/anvil";
import type { Interception, RpcCall } from "@/lib/chains/evm/testing/rpc-proxy";

/**
 * Flags for an anvil that charges for data like an OP Stack chain: from the sender's balance, by
 * the prices in `L1Block`.
 */
export const OP_STACK_FLAGS = ["--network", "optimism"];

const L1_BLOCK = "0x4200000000000000000000000000000000000015";
const GAS_PRICE_ORACLE = "0x420000000000000000000000000000000000000F";

/**
 * Storage of `L1Block` since the Ecotone upgrade: Ethereum's base fee, the scalars of base fee and
 * blobs, the blobs' base fee.
 */
const BASE_FEE_SLOT = 1;
const SCALARS_SLOT = 3;
const BLOB_BASE_FEE_SLOT = 7;
const GWEI = 10n ** 9n;
/**
 * The values of Base and OP Mainnet in 2025: 2269 for the base fee, 1014213 for blobs, packed above
 * twelve bytes of other data.
 */
const SCALARS = (2269n << 128n) | (1_014_213n << 96n);

/** Data fee of a short transaction at these prices, measured by sending one. */
export const SHORT_DATA_FEE = 48_682_224_000_000n;

/**
 * Sets data prices on anvil, and a GasPriceOracle that always returns the fee of a short
 * transaction. Returns the rule for the proxy in front: anvil's receipts lack the `l1Fee` of real
 * nodes, so the proxy adds it as the sender's balance loss beyond value and gas.
 */
export async function simulateOpStack(anvil: Anvil): Promise<(call: RpcCall) => Interception | null> {
  const word = (value: bigint) => value.toString(16).padStart(64, "0");
  const store = (slot: number, value: bigint) =>
    anvil.rpc("anvil_setStorageAt", [L1_BLOCK, `0x${word(BigInt(slot))}`, `0x${word(value)}`]);
  await store(BASE_FEE_SLOT, 30n * GWEI);
  await store(SCALARS_SLOT, SCALARS);
  await store(BLOB_BASE_FEE_SLOT, GWEI);
  // PUSH32 fee, PUSH1 0, MSTORE, PUSH1 32, PUSH1 0, RETURN
  await anvil.rpc("anvil_setCode", [GAS_PRICE_ORACLE, `0x7f${word(SHORT_DATA_FEE)}60005260206000f3`]);
  return ({ method }) =>
    method === "eth_getTransactionReceipt" ? { kind: "change", change: (receipt) => addDataFee(anvil, receipt) } : null;
}

type Sent = Readonly<Record<"from" | "value" | "blockNumber" | "hash", string>>;
type Receipt = Readonly<Record<"from" | "blockNumber" | "gasUsed" | "effectiveGasPrice", string>>;

async function addDataFee(anvil: Anvil, answer: unknown): Promise<unknown> {
  if (answer === null) return null;
  const receipt = answer as Receipt;
  const height = BigInt(receipt.blockNumber);
  const balanceAt = async (at: bigint) =>
    BigInt((await anvil.rpc("eth_getBalance", [receipt.from, `0x${at.toString(16)}`])) as string);
  const block = (await anvil.rpc("eth_getBlockByNumber", [receipt.blockNumber, true])) as {
    readonly transactions: readonly Sent[];
  };
  const own = block.transactions.filter(({ from }) => from === receipt.from);
  const costs = await Promise.all(own.map((sent) => costWithoutData(anvil, sent)));
  const lost = (await balanceAt(height - 1n)) - (await balanceAt(height));
  const data = lost - costs.reduce((sum, cost) => sum + cost, 0n);
  // Several transactions in one block each get an equal share.
  return { ...receipt, l1Fee: `0x${(data / BigInt(own.length)).toString(16)}` };
}

async function costWithoutData(anvil: Anvil, { hash, value }: Sent): Promise<bigint> {
  const receipt = (await anvil.rpc("eth_getTransactionReceipt", [hash])) as Receipt & { readonly status: string };
  const moved = receipt.status === "0x1" ? BigInt(value) : 0n;
  return moved + BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice);
}
