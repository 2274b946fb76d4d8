import { getContractAddress, numberToHex, padHex } from "viem";
import type { Anvil } from "@/lib/chains/evm/testing/anvil";
import type { ExternalAccount } from "@/lib/chains/evm/testing/external-account";

/**
 * A contract in fifteen bytes that forwards what it receives to the address in the first word of
 * calldata, as smart-contract wallets and exchanges do: CALL(gas, calldata[0], callvalue, no data).
 */
const RUNTIME = "60006000600060003460003 55af100".replaceAll(" ", "");
const CREATION = `0x600f600c600039600f6000f3${RUNTIME}` as const;

export type ContractPayer = {
  readonly address: `0x${string}`;
  /** Pays by an inner call; returns the transaction id. */
  readonly pay: (to: string, units: bigint) => Promise<`0x${string}`>;
};

/** The caller mines the blocks. */
export async function deployContractPayer(anvil: Anvil, payer: ExternalAccount): Promise<ContractPayer> {
  const count = (await anvil.rpc("eth_getTransactionCount", [payer.address, "pending"])) as string;
  await payer.send({ to: null, data: CREATION });
  const address = getContractAddress({ from: payer.address, nonce: BigInt(count) });
  return {
    address,
    pay: (to, units) => payer.send({ to: address, value: units, data: padHex(to as `0x${string}`, { size: 32 }) }),
  };
}

/**
 * Creates a contract that self-destructs in its constructor and leaves its whole balance: no call,
 * and no log.
 */
export function payBySelfDestruct(payer: ExternalAccount, to: string, units: bigint): Promise<`0x${string}`> {
  return payer.send({ to: null, value: units, data: `0x73${to.slice(2)}ff` });
}

/**
 * Issues money by protocol, like a block reward or a validator withdrawal: no transaction brings
 * it.
 */
export async function giveByProtocol(anvil: Anvil, to: string, units: bigint): Promise<void> {
  const held = BigInt((await anvil.rpc("eth_getBalance", [to, "latest"])) as string);
  await anvil.rpc("anvil_setBalance", [to, numberToHex(held + units)]);
}
