import { encodeDeployData, encodeFunctionData, getContractAddress, keccak256 } from "viem";
import { mnemonicToAccount } from "viem/accounts";
import type { Anvil } from "@/lib/chains/evm/testing/anvil";
import { TEST_TOKEN_ABI } from "@/lib/chains/evm/testing/test-token";

/** anvil's public test mnemonic: its accounts start funded. */
const ANVIL_MNEMONIC = "test test test test test test test test test test test junk";

type Call = {
  readonly to: `0x${string}` | null;
  readonly value?: bigint;
  readonly data?: `0x${string}`;
  readonly gas?: bigint;
};

export type ExternalAccount = {
  readonly address: `0x${string}`;
  /** Signs and sends; returns the id and stores the bytes for `rawOf`. */
  readonly send: (call: Call) => Promise<`0x${string}`>;
  /** Signs with this nonce, without sending. */
  readonly signOnly: (call: Call, nonce: number) => Promise<`0x${string}`>;
  readonly deployToken: (bytecode: `0x${string}`, symbol: string, decimals: number) => Promise<`0x${string}`>;
  readonly rawOf: (transactionId: string) => `0x${string}`;
};

/**
 * Creates a third-party payer with one of anvil's keys, which signs offline, so that its bytes can
 * be included again.
 */
export function createExternalAccount(anvil: Anvil, addressIndex: number): ExternalAccount {
  const account = mnemonicToAccount(ANVIL_MNEMONIC, { addressIndex });
  const rawById = new Map<string, `0x${string}`>();
  const signOnly = async ({ to, value = 0n, data = "0x", gas = 3_000_000n }: Call, nonce: number) =>
    account.signTransaction({
      // Legacy, because every hard fork that a test selects accepts it.
      type: "legacy",
      chainId: anvil.chainId,
      nonce,
      to,
      value,
      data,
      gas,
      gasPrice: 20_000_000_000n,
    });
  const send = async (call: Call) => {
    const count = (await anvil.rpc("eth_getTransactionCount", [account.address, "pending"])) as string;
    const raw = await signOnly(call, Number.parseInt(count, 16));
    rawById.set(keccak256(raw), raw);
    return (await anvil.rpc("eth_sendRawTransaction", [raw])) as `0x${string}`;
  };
  return {
    address: account.address,
    send,
    signOnly,
    async deployToken(bytecode, symbol, decimals) {
      const count = (await anvil.rpc("eth_getTransactionCount", [account.address, "pending"])) as string;
      await send({ to: null, data: encodeDeployData({ abi: TEST_TOKEN_ABI, bytecode, args: [symbol, decimals] }) });
      return getContractAddress({ from: account.address, nonce: BigInt(count) });
    },
    rawOf(transactionId) {
      const raw = rawById.get(transactionId);
      if (raw === undefined) throw new Error(`no bytes of ${transactionId}`);
      return raw;
    },
  };
}

export function encodeTokenTransfer(to: string, units: bigint): `0x${string}` {
  return encodeFunctionData({ abi: TEST_TOKEN_ABI, functionName: "transfer", args: [to as `0x${string}`, units] });
}

export function encodeTokenTransfers(payments: readonly { to: string; units: bigint }[]): `0x${string}` {
  const addresses = payments.map(({ to }) => to as `0x${string}`);
  return encodeFunctionData({
    abi: TEST_TOKEN_ABI,
    functionName: "transferMany",
    args: [addresses, payments.map(({ units }) => units)],
  });
}

/** Encodes the call by which the test token's issuer blocks or unblocks an account. */
export function encodeSetBlocked(account: string, isBlocked: boolean): `0x${string}` {
  const args = [account as `0x${string}`, isBlocked] as const;
  return encodeFunctionData({ abi: TEST_TOKEN_ABI, functionName: "setBlocked", args });
}
