import { getContractAddress, numberToHex, padHex } from "viem";
import type { Anvil } from "@/lib/chains/evm/testing/anvil";
import type { ExternalAccount } from "@/lib/chains/evm/testing/external-account";

/**
 * A contract in fifteen bytes that passes on what it is sent to the address in its call's first
 * word, as smart-contract wallets and exchanges do: CALL(gas, calldata[0], callvalue, no data).
 */
const RUNTIME = "60006000600060003460003 55af100".replaceAll(" ", "");
const CREATION = `0x600f600c600039600f6000f3${RUNTIME}` as const;

export type ContractPayer = {
  readonly address: `0x${string}`;
  /** Pays by an inner call; answers the transaction's id. */
  readonly pay: (to: string, units: bigint) => Promise<`0x${string}`>;
};

/** The caller makes the blocks. */
export async function deployContractPayer(anvil: Anvil, payer: ExternalAccount): Promise<ContractPayer> {
  const count = (await anvil.rpc("eth_getTransactionCount", [payer.address, "pending"])) as string;
  await payer.send({ to: null, data: CREATION });
  const address = getContractAddress({ from: payer.address, nonce: BigInt(count) });
  return {
    address,
    pay: (to, units) => payer.send({ to: address, value: units, data: padHex(to as `0x${string}`, { size: 32 }) }),
  };
}

/** A contract that ends in its own making and leaves all that it was given: no call, and no log. */
export function payBySelfDestruct(payer: ExternalAccount, to: string, units: bigint): Promise<`0x${string}`> {
  return payer.send({ to: null, value: units, data: `0x73${to.slice(2)}ff` });
}

/**
 * Money out of nowhere, as a block's reward or a validator's withdrawal: no transaction brings it.
 */
export async function giveByProtocol(anvil: Anvil, to: string, units: bigint): Promise<void> {
  const held = BigInt((await anvil.rpc("eth_getBalance", [to, "latest"])) as string);
  await anvil.rpc("anvil_setBalance", [to, numberToHex(held + units)]);
}
