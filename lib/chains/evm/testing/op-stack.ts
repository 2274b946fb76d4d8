import type { Anvil } from "@/lib/chains/evm/testing/anvil";
import type { Interception, RpcCall } from "@/lib/chains/evm/testing/rpc-proxy";

/**
 * Flags of an anvil that charges for data as a chain of the OP stack does: in the balance of who
 * sends, by the prices in `L1Block`.
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
 * As Base and OP Mainnet had them in 2025: 2269 for the base fee, 1014213 for blobs, packed above
 * twelve bytes of other things.
 */
const SCALARS = (2269n << 128n) | (1_014_213n << 96n);

/** What a short transaction is charged at these prices, found by sending one. */
export const SHORT_DATA_FEE = 48_682_224_000_000n;

/**
 * Gives anvil prices of data, and a GasPriceOracle that answers the fee of a short transaction,
 * whatever it is asked. Answers what the proxy in front has to do: anvil's receipts lack the
 * `l1Fee` of real nodes, so it is added, as the part that the sender's balance lost beyond value
 * and gas.
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
  // Of several in one block each gets its equal part.
  return { ...receipt, l1Fee: `0x${(data / BigInt(own.length)).toString(16)}` };
}

async function costWithoutData(anvil: Anvil, { hash, value }: Sent): Promise<bigint> {
  const receipt = (await anvil.rpc("eth_getTransactionReceipt", [hash])) as Receipt & { readonly status: string };
  const moved = receipt.status === "0x1" ? BigInt(value) : 0n;
  return moved + BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice);
}
