import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { utils } from "tronweb";
import { TransactionRefusedError } from "@/lib/chains/errors";
import type { FeeEstimate, SignedTransfer, TransferRequest, UnsignedTransfer } from "@/lib/chains/spending";
import { toBase58 } from "@/lib/chains/tron/config";
import {
  type Envelope,
  parseRawData,
  type RawData,
  serializeRawData,
  toMessage,
  toRawData,
  UNITS_MAX,
} from "@/lib/chains/tron/raw-data";
import { type Movement, movementOf, parseTerms } from "@/lib/chains/tron/transfer-terms";

/** Added to the signed bytes for the result in the block; bandwidth is charged for it. */
const RESULT_BYTES = 64n;
/** Tag, length, r, s and v. */
const SIGNATURE_FIELD_BYTES = 67n;
const SIGNATURE_BYTES = 65;
/** Nodes add it to the recovery id, as Ethereum once did; they accept the plain id as well. */
const RECOVERY_OFFSET = 27;

/**
 * A time with as many digits as all others until the year 2527, so that the size does not depend on
 * it.
 */
const SAMPLE: Envelope = {
  reference: { height: 1, hash: "0".repeat(64) },
  expiration: 1_700_000_000_000,
  timestamp: 1_700_000_000_000,
};

/** Pure: the same request, fee and envelope give the same bytes. */
export function buildUnsigned(request: TransferRequest, fee: FeeEstimate, envelope: Envelope): UnsignedTransfer {
  const movement = movementOf(request);
  const rawData = toRawData(movement, parseTerms(fee.terms).feeLimit, envelope);
  return {
    payload: JSON.stringify(rawData),
    signingRequests: [
      { signer: movement.from, scheme: "secp256k1", message: sha256(serializeRawData(toMessage(rawData))) },
    ],
    spends: { kind: "expiring", validUntil: BigInt(envelope.expiration) },
    fee,
  };
}

/**
 * Pure. The bytes are rebuilt from the payload; throws when the signature is not by the debited
 * account.
 */
export async function assembleSigned(
  unsigned: UnsignedTransfer,
  signatures: readonly Uint8Array[],
): Promise<SignedTransfer> {
  const rawData = parseRawData(unsigned.payload);
  const message = toMessage(rawData);
  const transactionId = bytesToHex(sha256(serializeRawData(message)));
  const signature = signatures[0];
  if (signature === undefined || signatures.length !== 1 || signature.length !== SIGNATURE_BYTES) {
    throw new TransactionRefusedError("invalid", "a TRON transfer takes one signature of 65 bytes");
  }
  const wire = Uint8Array.from(signature);
  wire[SIGNATURE_BYTES - 1] = RECOVERY_OFFSET + (signature[SIGNATURE_BYTES - 1] === 1 ? 1 : 0);
  const [signer, owner] = [recoverSigner(transactionId, wire), ownerOf(rawData)];
  if (signer !== owner) throw new TransactionRefusedError("invalid", `signed by ${signer} instead of ${owner}`);
  message.addSignature(wire);
  return { raw: message.serializeBinary(), transactionId, spends: unsigned.spends };
}

/** Returns the effects of the unsigned bytes, for simulation before signing. */
export function movementIn(unsigned: UnsignedTransfer): Omit<Movement, "to"> & { readonly to: string | null } {
  const rawData = parseRawData(unsigned.payload);
  const { type, parameter } = rawData.contract[0];
  const { value } = parameter;
  const from = ownerOf(rawData);
  if (type === "TransferContract") {
    return { from, to: toBase58(value.to_address), contract: null, units: BigInt(value.amount), data: "" };
  }
  return { from, to: null, contract: toBase58(value.contract_address), units: 0n, data: value.data };
}

/** Returns the size that bandwidth is charged for. */
export function chargedBytes(movement: Movement, feeLimit: bigint): bigint {
  // An amount too large to be encoded exactly is rejected when building; a preview only counts its
  // bytes.
  const units = movement.units > UNITS_MAX ? UNITS_MAX : movement.units;
  const message = toMessage(toRawData({ ...movement, units }, feeLimit, SAMPLE));
  return BigInt(message.serializeBinary().length) + SIGNATURE_FIELD_BYTES + RESULT_BYTES;
}

function ownerOf(rawData: RawData): string {
  return toBase58(rawData.contract[0].parameter.value.owner_address);
}

function recoverSigner(transactionId: string, signature: Uint8Array): string {
  try {
    return toBase58(utils.crypto.ecRecover(transactionId, bytesToHex(signature)));
  } catch (error) {
    throw new TransactionRefusedError("invalid", "this is no signature", { cause: error });
  }
}
