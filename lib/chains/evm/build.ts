import {
  encodeFunctionData,
  keccak256,
  parseTransaction,
  recoverAddress,
  serializeTransaction,
  type TransactionSerializable,
  toHex,
} from "viem";
import { TransactionRefusedError } from "@/lib/chains/errors";
import { parseEvmAddress, toChecksumAddress } from "@/lib/chains/evm/address";
import { ERC20_ABI } from "@/lib/chains/evm/config";
import { bytes } from "@/lib/chains/evm/decode";
import { parseTerms } from "@/lib/chains/evm/fees";
import type { CallFields } from "@/lib/chains/evm/gas";
import type { FeeEstimate, SignedTransfer, TransferRequest, UnsignedTransfer } from "@/lib/chains/spending";

/** A signature has 65 bytes: r, s and the recovery id. */
const SIGNATURE_BYTES = 65;

/**
 * Returns the transaction's effects as arguments of `eth_call`. Throws on anything that an account
 * transfer cannot express.
 */
export function toCall(request: TransferRequest): CallFields & { readonly nonce: bigint } {
  const { source, outputs } = request;
  const output = outputs[0];
  if (source.kind !== "nonce") throw new TypeError("an EVM transfer spends an account's nonce");
  if (output === undefined || outputs.length !== 1) throw new TypeError("an EVM transfer has one output");
  if (output.to.memo !== null) throw new TypeError("EVM destinations carry no memo");
  if (output.units <= 0n) throw new RangeError("an EVM transfer moves more than zero");
  const from = known(source.address);
  const to = known(output.to.address);
  if (output.asset.kind === "native") {
    return { from, to, value: output.units, data: "0x", nonce: source.nonce };
  }
  const data = encodeFunctionData({
    abi: ERC20_ABI,
    functionName: "transfer",
    args: [to, output.units],
  });
  return { from, to: known(output.asset.contract), value: 0n, data, nonce: source.nonce };
}

/**
 * Pure. The payload stores the sender beside the bytes, because an unsigned EVM transaction does
 * not contain it.
 */
export function buildUnsigned(request: TransferRequest, fee: FeeEstimate, chainId: number): UnsignedTransfer {
  const call = toCall(request);
  const serialized = serializeTransaction(toSerializable(call, fee, chainId));
  return {
    payload: JSON.stringify({ from: call.from, serialized }),
    signingRequests: [{ signer: call.from, scheme: "secp256k1", message: keccak256(serialized, "bytes") }],
    spends: { kind: "nonce", address: call.from, nonce: call.nonce },
    fee,
  };
}

/**
 * Pure. Throws when the signature is not by the sender: if sent, it would spend a third party's
 * nonce or nothing.
 */
export async function assembleSigned(
  unsigned: UnsignedTransfer,
  signatures: readonly Uint8Array[],
): Promise<SignedTransfer> {
  const { from, serialized } = parsePayload(unsigned.payload);
  const signature = signatures[0];
  if (signature === undefined || signatures.length !== 1 || signature.length !== SIGNATURE_BYTES) {
    throw new TransactionRefusedError("invalid", "an EVM transfer takes one signature of 65 bytes");
  }
  const [r, s] = [toHex(signature.slice(0, 32)), toHex(signature.slice(32, 64))];
  const yParity = signature[64] === 1 ? 1 : 0;
  const signer = await recoverAddress({ hash: keccak256(serialized), signature: { r, s, yParity } });
  if (toChecksumAddress(signer) !== from) {
    throw new TransactionRefusedError("invalid", `signed by ${signer} instead of ${from}`);
  }
  const transaction = parseTransaction(serialized) as TransactionSerializable;
  const raw = serializeTransaction(transaction, { r, s, v: yParity === 1 ? 28n : 27n, yParity });
  return {
    raw: Buffer.from(raw.slice(2), "hex"),
    transactionId: keccak256(raw),
    spends: unsigned.spends,
  };
}

/** Returns the call inside an unsigned transfer, for simulation before signing. */
export function callOf(unsigned: UnsignedTransfer): CallFields {
  const { from, serialized } = parsePayload(unsigned.payload);
  const { to, value, data } = parseTransaction(serialized);
  if (to == null) throw new TypeError("an EVM transfer names its destination");
  return { from, to, value: value ?? 0n, data: data ?? "0x" };
}

export function serializedOf(unsigned: UnsignedTransfer): `0x${string}` {
  return parsePayload(unsigned.payload).serialized;
}

function toSerializable(
  call: CallFields & { readonly nonce: bigint },
  fee: FeeEstimate,
  chainId: number,
): TransactionSerializable {
  const terms = parseTerms(fee.terms);
  const common = {
    chainId,
    // viem takes the nonce as a number; no account has a nonce above 2^53.
    nonce: Number.parseInt(call.nonce.toString(), 10),
    to: call.to as `0x${string}`,
    value: call.value,
    data: call.data,
    gas: terms.gas,
  };
  if (terms.kind === "legacy") return { ...common, type: "legacy", gasPrice: terms.gasPrice };
  const { maxFeePerGas, maxPriorityFeePerGas } = terms;
  return { ...common, type: "eip1559", maxFeePerGas, maxPriorityFeePerGas };
}

type Payload = { readonly from: string; readonly serialized: `0x${string}` };

function parsePayload(payload: string): Payload {
  const { from, serialized } = JSON.parse(payload) as Readonly<Record<string, unknown>>;
  if (typeof from !== "string") throw new TypeError("this is no unsigned EVM transfer");
  return { from, serialized: bytes(serialized) };
}

function known(address: string): `0x${string}` {
  const canonical = parseEvmAddress(address);
  if (canonical === null) throw new TypeError(`${address} is no EVM address`);
  return canonical as `0x${string}`;
}
