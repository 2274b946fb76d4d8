import { encodeErrorResult, parseAbi } from "viem";
import { describe, expect, it } from "vitest";
import { ADDRESS_FAMILIES } from "@/lib/chains/address-family";
import { buildUnsigned, callOf } from "@/lib/chains/evm/build";
import { decodeBlock, decodeReceipt, quantity, smallQuantity } from "@/lib/chains/evm/decode";
import { parseTerms } from "@/lib/chains/evm/fees";
import { NodeAnswerError } from "@/lib/chains/evm/json-rpc";
import { refusalText } from "@/lib/chains/evm/simulate";
import { reasonOf } from "@/lib/chains/evm/spend";
import { createDriver, isFamilySupported } from "@/lib/chains/registry/create-driver";
import type { FeeEstimate, TransferRequest } from "@/lib/chains/spending";

const ADDRESS = "0x9858EfFD232B4033E47d90003D41EC34EcaEda94";
const CONTRACT = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

describe("refusals of different nodes", () => {
  it.each([
    ["nonce too low: next nonce 5, tx nonce 4", "spent"],
    ["OldNonce, Current nonce: 5, nonce of rejected tx: 4", "spent"],
    ["replacement transaction underpriced", "conflict"],
    ["insufficient funds for gas * price + value: balance 0, tx cost 1", "funds"],
    ["Upfront cost exceeds account balance", "funds"],
    ["transaction underpriced: gas tip cap 1, minimum needed 25000000000", "fee"],
    ["max fee per gas less than block base fee", "fee"],
    ["nonce too high", "gap"],
    ["invalid chain id for signer", "invalid"],
    ["rlp: expected input list", "invalid"],
  ] as const)("%s: %s", (message, reason) => {
    expect(reasonOf(message)).toBe(reason);
  });
});

describe("a contract's revert reason", () => {
  const said = (message: string, data?: unknown) => refusalText(new NodeAnswerError(`node eth_call: ${message}`, data));
  const reason = "Blacklistable: account is blacklisted";
  const data = encodeErrorResult({ abi: parseAbi(["error Error(string)"]), errorName: "Error", args: [reason] });

  it("is reported verbatim, wherever the node puts it, and never twice", () => {
    expect(said(`execution reverted: ${reason}`, data)).toBe(`execution reverted: ${reason}`);
    expect(said("execution reverted", data)).toBe(`execution reverted: ${reason}`);
    expect(said("VM execution error.", `Reverted ${data}`)).toBe(`VM execution error.: ${reason}`);
    for (const none of [undefined, "0x", "0x12345678", `${data.slice(0, 30)}`]) {
      expect(said("execution reverted", none)).toBe("execution reverted");
    }
  });
});

describe("answers of nodes", () => {
  it("are rejected when they are not what was requested", () => {
    for (const value of [undefined, null, 5, "5", "0x", "0xzz", "-0x1"]) expect(() => quantity(value)).toThrow();
    expect(() => smallQuantity("0xffffffffffffffff")).toThrow();
    expect(quantity(`0x${"f".repeat(64)}`)).toBe(2n ** 256n - 1n);
    for (const value of [null, "block", {}, { number: "0x1", hash: "0x1" }]) expect(() => decodeBlock(value)).toThrow();
    // A receipt without a status proves no success.
    const hash = `0x${"ab".repeat(32)}`;
    expect(() => decodeReceipt({ transactionHash: hash, blockHash: hash, logs: [] })).toThrow();
  });
});

describe("transaction cost", () => {
  const hash = `0x${"ab".repeat(32)}`;
  const feeOf = (fields: object) =>
    decodeReceipt({ transactionHash: hash, blockHash: hash, status: "0x1", logs: [], ...fields }).feeUnits;
  // 80,000 gas, 62,000 of them for data on Ethereum, at 0.1 gwei.
  const arbitrum = { gasUsed: "0x13880", gasUsedForL1: "0xf230", effectiveGasPrice: "0x5f5e100" };

  it("is the gas used at its price: Arbitrum's data fee is within the gas", () => {
    expect(feeOf(arbitrum)).toBe(8_000_000_000_000n);
  });

  it("includes the data fee of an OP Stack rollup, and is unknown without a price", () => {
    expect(feeOf({ ...arbitrum, l1Fee: "0x64" })).toBe(8_000_000_000_100n);
    expect(feeOf({ gasUsed: "0x13880" })).toBeNull();
  });

  it("is unknown where an operator fee applies, because a receipt does not name its formula", () => {
    const none = { operatorFeeScalar: "0x0", operatorFeeConstant: "0x0" };
    expect(feeOf({ ...arbitrum, l1Fee: "0x64", ...none })).toBe(8_000_000_000_100n);
    expect(feeOf({ ...arbitrum, l1Fee: "0x64", ...none, operatorFeeConstant: "0x1" })).toBeNull();
    expect(feeOf({ ...arbitrum, l1Fee: "0x64", ...none, operatorFeeScalar: "0x1" })).toBeNull();
  });
});

describe("building", () => {
  const fee = (terms: object): FeeEstimate => {
    return { priority: "recommended", expectedUnits: 1n, maximumUnits: 2n, terms: JSON.stringify(terms) };
  };
  const request = (units: bigint): TransferRequest => ({
    source: { kind: "nonce", address: ADDRESS, nonce: 3n },
    outputs: [{ to: { address: CONTRACT, memo: null }, asset: { kind: "native" }, units }],
  });
  const eip1559 = fee({ kind: "eip1559", gas: "21000", maxFeePerGas: "9", maxPriorityFeePerGas: "1" });

  it("carries an amount of any size through to the call, in either fee form", () => {
    const units = 2n ** 200n + 1n;
    for (const terms of [eip1559, fee({ kind: "legacy", gas: "21000", gasPrice: "9" })]) {
      const unsigned = buildUnsigned(request(units), terms, 1);
      expect(callOf(unsigned)).toMatchObject({ from: ADDRESS, value: units, data: "0x" });
      expect(unsigned.spends).toEqual({ kind: "nonce", address: ADDRESS, nonce: 3n });
      expect(unsigned.signingRequests[0]?.message).toHaveLength(32);
    }
  });

  it("rejects what an account transfer cannot express", () => {
    const { source, outputs } = request(1n);
    const [output] = outputs;
    if (output === undefined) throw new Error("the request has an output");
    const build = (changed: TransferRequest) => () => buildUnsigned(changed, eip1559, 1);
    expect(build({ source, outputs: [] })).toThrow();
    expect(build({ source, outputs: [output, output] })).toThrow();
    expect(build({ source, outputs: [{ ...output, units: 0n }] })).toThrow();
    expect(build({ source, outputs: [{ ...output, to: { address: CONTRACT, memo: "7" } }] })).toThrow();
    expect(build({ source, outputs: [{ ...output, to: { address: "0x1", memo: null } }] })).toThrow();
    expect(build({ source: { kind: "expiring", address: ADDRESS }, outputs })).toThrow();
    expect(() => parseTerms('{"kind":"eip1559","gas":"1.5"}')).toThrow();
  });
});

describe("registry", () => {
  it("creates drivers of supported families only, without a request to any node", async () => {
    const native = { symbol: "ETH", decimals: 18 };
    const config = { network: "eth", isSandbox: true, urls: ["http://127.0.0.1:1"], native };
    const driver = await createDriver({ ...config, family: "evm", chainId: 1 });
    expect(driver).toMatchObject({ network: "eth", family: "evm", witnesses: 1 });
    expect(driver.nodeHealth()).toEqual([{ node: "127.0.0.1:1", healthy: true, reason: null }]);
    await expect(createDriver({ ...config, family: "evm", chainId: null })).rejects.toThrow(/chain id/);
    // Reading this chain takes two services, both named by one URL.
    await expect(createDriver({ ...config, family: "xmr", chainId: null })).rejects.toThrow(/names its daemon/);
    expect(ADDRESS_FAMILIES.filter((family) => !isFamilySupported(family))).toEqual([]);
  });
});
