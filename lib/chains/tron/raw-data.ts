import { utils } from "tronweb";
import { TransactionRefusedError } from "@/lib/chains/errors";
import type { BlockReference } from "@/lib/chains/facts";
import { toHexAddress } from "@/lib/chains/tron/address";
import type { Movement } from "@/lib/chains/tron/movement";

/** Protocol buffers of tronweb take numbers: more than this cannot be written exactly. */
export const UNITS_MAX = BigInt(Number.MAX_SAFE_INTEGER);

/** Everything in the bytes that the request does not say. */
export type Envelope = {
  /** A final block: a reorganisation cannot take it away from under the transaction. */
  readonly reference: Pick<BlockReference, "height" | "hash">;
  /** The chain's time after which no block takes the transaction, in milliseconds since 1970. */
  readonly expiration: number;
  /** No node checks it. It differs between transactions that are otherwise the same, which would be one transaction. */
  readonly timestamp: number;
};

/** `raw_data` as the node's JSON has it; the union of both kinds, each with its own fields. */
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
          readonly amount: number;
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
      ? { owner_address, to_address: toHexAddress(to), amount: exactNumber(units) }
      : { owner_address, contract_address: toHexAddress(contract), data };
  return {
    contract: [{ type, parameter: { type_url: `type.googleapis.com/protocol.${type}`, value } }],
    // The low two bytes of the height, and bytes 8 to 16 of the hash: how the chain names a recent block.
    ref_block_bytes: (reference.height % 0x1_0000).toString(16).padStart(4, "0"),
    ref_block_hash: reference.hash.slice(16, 32),
    expiration,
    timestamp,
    ...(feeLimit === 0n ? {} : { fee_limit: exactNumber(feeLimit) }),
  } as RawData;
}

function exactNumber(units: bigint): number {
  if (units > UNITS_MAX)
    throw new TransactionRefusedError("invalid", `${units} sun are more than one transfer can say`);
  return Number.parseInt(units.toString(), 10);
}

/** The parts of tronweb's untyped message that are used. */
export type Message = {
  readonly getRawData: () => { readonly serializeBinary: () => Uint8Array };
  readonly addSignature: (signature: Uint8Array) => unknown;
  readonly serializeBinary: () => Uint8Array;
};

/** The transaction without signatures. Pure. */
export function toMessage(rawData: RawData): Message {
  return utils.transaction.txJsonToPb({ visible: false, raw_data: rawData }) as Message;
}

/** The bytes that are hashed and signed. */
export function serializeRawData(message: Message): Uint8Array {
  return message.getRawData().serializeBinary();
}

/** Reads back what was written as JSON; throws on anything but one transfer. */
export function parseRawData(text: string): RawData {
  const rawData = JSON.parse(text) as Partial<RawData>;
  const type = rawData.contract?.[0].type;
  if (type !== "TransferContract" && type !== "TriggerSmartContract") {
    throw new TypeError("this is no unsigned TRON transfer");
  }
  return rawData as RawData;
}
