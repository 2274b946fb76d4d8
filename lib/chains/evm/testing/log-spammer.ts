import { getContractAddress } from "viem";
import type { Anvil } from "@/lib/chains/evm/testing/anvil";
import type { ExternalAccount } from "@/lib/chains/evm/testing/external-account";

const TRANSFER_TOPIC = "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

/**
 * A contract that only logs: called with a count n and an address a, it logs n transfers of one
 * unit from its caller to a, a + 1, a + 2 and so on.
 */
const RUNTIME = [
  "6001600052", // memory[0] = 1, the amount
  "6000", // i = 0
  "5b", // loop, at 7
  "80602035" + "01", // a + i
  "33", // the caller
  `7f${TRANSFER_TOPIC}`,
  "60206000a3", // log3(memory[0..32], topic, caller, a + i)
  "6001" + "01", // i += 1
  "80600035" + "11", // n > i
  "600757", // then loop
  "00",
].join("");

/** Flags of a node with room for such a block: each log takes 1,800 gas. */
export const ROOMY_FLAGS: readonly string[] = ["--gas-limit", "400000000", "--hardfork", "cancun"];

const GAS_A_LOG = 1_900n;

export type LogSpammer = {
  readonly contract: `0x${string}`;
  /** Sends a transaction with `count` logs; the middle one is a transfer to `to`. */
  readonly spam: (count: number, to: string) => Promise<`0x${string}`>;
};

export async function deploySpammer(anvil: Anvil, account: ExternalAccount): Promise<LogSpammer> {
  const length = (RUNTIME.length / 2).toString(16).padStart(2, "0");
  const count = (await anvil.rpc("eth_getTransactionCount", [account.address, "pending"])) as string;
  // codecopy(0, 12, length); return(0, length)
  await account.send({ to: null, data: `0x60${length}600c60003960${length}6000f3${RUNTIME}` });
  const contract = getContractAddress({ from: account.address, nonce: BigInt(count) });
  return {
    contract,
    spam(logs, to) {
      const first = BigInt(to) - BigInt(logs >> 1);
      const data = [BigInt(logs), first].map((word) => word.toString(16).padStart(64, "0")).join("");
      return account.send({ to: contract, data: `0x${data}`, gas: GAS_A_LOG * BigInt(logs) + 100_000n });
    },
  };
}
