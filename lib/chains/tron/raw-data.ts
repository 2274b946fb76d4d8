import { hexToBytes } from "@noble/hashes/utils.js";
import { utils } from "tronweb";
import { TransactionRefusedError } from "@/lib/chains/errors";
import type { BlockReference } from "@/lib/chains/facts";
import { toHexAddress } from "@/lib/chains/tron/config";
import type { Movement } from "@/lib/chains/tron/transfer-terms";

/** The chain's own amounts are signed 64-bit numbers. */
export const UNITS_MAX = 2n ** 63n - 1n;
/** tronweb's protocol buffers take numbers: they cannot encode a larger amount exactly. */
const NUMBER_MAX = BigInt(Number.MAX_SAFE_INTEGER);

/** The parts of the bytes that do not come from the request. */
export type Envelope = {
  /** A final block: no reorganisation can remove the transaction's reference. */
  readonly reference: Pick<BlockReference, "height" | "hash">;
  /** The chain time after which no block includes the transaction, in milliseconds since 1970. */
  readonly expiration: number;
  /**
   * No node checks it. It distinguishes otherwise identical transactions, which would be a single
   * transaction.
   */
  readonly timestamp: number;
};

/**
 * `raw_data` as in the node's JSON, except for the amount; the union of both kinds, each with its
 * own fields.
 */
export type RawData = {
  readonly contract: readonly [
    {
      readonly type: "TransferContract" | "TriggerSmartContract";
      readonly parameter: {
        readonly type_url: string;
        readonly value: {
          readonly owner_address: string;
          readonly to_address: string;
          readonly contract_address: string;
          /** Digits, because no number can hold as many. */
          readonly amount: string;
          readonly data: string;
        };
      };
    },
  ];
  readonly ref_block_bytes: string;
  readonly ref_block_hash: string;
  readonly expiration: number;
  readonly timestamp: number;
  readonly fee_limit?: number;
};

export function toRawData(
  movement: Movement,
  feeLimit: bigint,
  { reference, expiration, timestamp }: Envelope,
): RawData {
  const { from, to, contract, units, data } = movement;
  const type = contract === null ? "TransferContract" : "TriggerSmartContract";
  const owner_address = toHexAddress(from);
  const value =
    contract === null
      ? { owner_address, to_address: toHexAddress(to), amount: exactAmount(units) }
      : { owner_address, contract_address: toHexAddress(contract), data };
  return {
    contract: [{ type, parameter: { type_url: `type.googleapis.com/protocol.${type}`, value } }],
    // The low two bytes of the height, and bytes 8 to 16 of the hash: the chain's reference to a
    // recent block.
    ref_block_bytes: (reference.height % 0x1_0000).toString(16).padStart(4, "0"),
    ref_block_hash: reference.hash.slice(16, 32),
    expiration,
    timestamp,
    ...(feeLimit === 0n ? {} : { fee_limit: exactNumber(feeLimit) }),
  } as RawData;
}

function exactAmount(units: bigint): string {
  if (units > UNITS_MAX)
    throw new TransactionRefusedError("invalid", `${units} sun are more than one transfer can say`);
  return units.toString();
}

function exactNumber(units: bigint): number {
  if (units > NUMBER_MAX) throw new TransactionRefusedError("invalid", `a fee limit of ${units} sun cannot be written`);
  return Number.parseInt(units.toString(), 10);
}

/** The parts of tronweb's untyped message that are used. */
export type Message = {
  readonly getRawData: () => {
    readonly serializeBinary: () => Uint8Array;
    readonly getContractList: () => readonly {
      readonly getParameter: () => { readonly setValue: (bytes: Uint8Array) => unknown };
    }[];
  };
  readonly addSignature: (signature: Uint8Array) => unknown;
  readonly serializeBinary: () => Uint8Array;
};

/** Builds the transaction without signatures. Pure. */
export function toMessage(rawData: RawData): Message {
  const [contract] = rawData.contract;
  const { parameter } = contract;
  if (contract.type !== "TransferContract") return toUntyped(rawData);
  const { value } = parameter;
  // The frame may hold any amount: we encode its contents ourselves.
  const frame = { ...contract, parameter: { ...parameter, value: { ...value, amount: 1 } } };
  const message = toUntyped({ ...rawData, contract: [frame] });
  message.getRawData().getContractList()[0]?.getParameter().setValue(encodeTransfer(value));
  return message;
}

function toUntyped(rawData: object): Message {
  return utils.transaction.txJsonToPb({ visible: false, raw_data: rawData }) as Message;
}

type Value = RawData["contract"][0]["parameter"]["value"];

/** Fields 1 and 2 are addresses, field 3 is the amount: seven bits per byte, lowest first. */
function encodeTransfer({ owner_address, to_address, amount }: Value): Uint8Array {
  const [owner, to] = [hexToBytes(owner_address), hexToBytes(to_address)];
  return Uint8Array.from([0x0a, owner.length, ...owner, 0x12, to.length, ...to, 0x18, ...varint(BigInt(amount))]);
}

function varint(value: bigint): readonly number[] {
  const low = Number.parseInt((value & 0x7fn).toString(), 10);
  return value < 0x80n ? [low] : [low | 0x80, ...varint(value >> 7n)];
}

/** The bytes that are hashed and signed. */
export function serializeRawData(message: Message): Uint8Array {
  return message.getRawData().serializeBinary();
}

/** Parses what was written as JSON; throws on anything but one transfer. */
export function parseRawData(text: string): RawData {
  const rawData = JSON.parse(text) as Partial<RawData>;
  const type = rawData.contract?.[0].type;
  if (type !== "TransferContract" && type !== "TriggerSmartContract") {
    throw new TypeError("this is no unsigned TRON transfer");
  }
  return rawData as RawData;
}
