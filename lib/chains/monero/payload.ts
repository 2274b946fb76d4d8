import { ed25519 } from "@noble/curves/ed25519.js";
import { bytesToNumberLE, numberToBytesLE } from "@noble/curves/utils.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { base58xmr } from "@scure/base";
import { z } from "zod";
import { TransactionRefusedError } from "@/lib/chains/errors";
import { bytesOf } from "@/lib/chains/monero/decode";
import {
  createByteReader,
  type RawOutput,
  type RawTransaction,
  readTransaction,
} from "@/lib/chains/monero/raw-transaction";
import type { TransferOutput, UnsignedTransfer } from "@/lib/chains/spending";

const { Point } = ed25519;
const SUBADDRESS_BYTE = 42;
/** The second generator of commitments, with an unknown relation to the first (rctTypes.h). */
const H = Point.fromHex("8b655970153799af2aeadc9ff1add0ea6c7251d54154cfa92c173a0dd39c1f94");
const KEY_HEX = 64;
/** Parts of a transaction's extra field (tx_extra.h). */
const PUBLIC_KEY = 0x01;
const NONCE = 0x02;
const ADDITIONAL_KEYS = 0x04;

type Payment = { readonly address: string; readonly units: bigint };
type EdwardsPoint = typeof H;

/**
 * Returns whether a transaction pays each of these, computed from its bytes and its secret
 * transaction key, as each recipient's wallet will find it: an output with their one-time key,
 * whose encrypted amount opens its commitment, and the public key that lets them see it. Trusts no
 * node and no wallet.
 * @param transactionKey hexadecimal: the key of the transaction, then one per output where there
 *   are additional keys
 */
export function paysAll(transaction: RawTransaction, transactionKey: string, payments: readonly Payment[]): boolean {
  const secrets = secretsOf(transactionKey);
  const publicKeys = publicKeysOf(transaction.extra);
  const taken = new Set<number>();
  return payments.every((payment) => {
    const index = transaction.outputs.findIndex(
      (output, position) =>
        !taken.has(position) &&
        [secrets[0], secrets[position + 1]].some(
          (secret) => secret !== undefined && pays({ output, position, secret, publicKeys }, payment),
        ),
    );
    taken.add(index);
    return index >= 0;
  });
}

type Candidate = {
  readonly output: RawOutput;
  readonly position: number;
  readonly secret: bigint;
  readonly publicKeys: ReadonlySet<string>;
};

function pays({ output, position, secret, publicKeys }: Candidate, { address, units }: Payment): boolean {
  const { spend, view, isSubaddress } = keysOf(address);
  const shared = view.multiply(secret).multiply(8n).toBytes();
  const scalar = toScalar(concatBytes(shared, varint(position)));
  if (bytesToHex(Point.BASE.multiply(scalar).add(spend).toBytes()) !== output.key) return false;
  const announced = (isSubaddress ? spend : Point.BASE).multiply(secret).toBytes();
  if (!publicKeys.has(bytesToHex(announced))) return false;
  const scalarBytes = numberToBytesLE(scalar, 32);
  const pad = keccak_256(concatBytes(textBytes("amount"), scalarBytes));
  const amount = bytesToNumberLE(output.hiddenAmount.map((byte, index) => byte ^ (pad[index] ?? 0)));
  if (amount !== units) return false;
  const mask = toScalar(concatBytes(textBytes("commitment_mask"), scalarBytes));
  return bytesToHex(Point.BASE.multiply(mask).add(H.multiply(units)).toBytes()) === output.commitment;
}

/**
 * Takes an address that was validated before; the payment id of an integrated one follows its keys.
 */
function keysOf(address: string): { spend: EdwardsPoint; view: EdwardsPoint; isSubaddress: boolean } {
  const bytes = base58xmr.decode(address);
  const [spend, view] = [Point.fromBytes(bytes.slice(1, 33)), Point.fromBytes(bytes.slice(33, 65))];
  return { spend, view, isSubaddress: bytes[0] === SUBADDRESS_BYTE };
}

function secretsOf(transactionKey: string): readonly bigint[] {
  const keys = transactionKey.match(/[0-9a-f]{64}/g) ?? [];
  if (keys.length === 0 || keys.length * KEY_HEX !== transactionKey.length) throw new Error("no key of a transaction");
  return keys.map((key) => bytesToNumberLE(hexToBytes(key)));
}

function publicKeysOf(extra: Uint8Array): ReadonlySet<string> {
  const reader = createByteReader(extra);
  const keys = new Set<string>();
  const readKey = () => keys.add(bytesToHex(reader.take(32)));
  while (!reader.isAtEnd()) {
    const part = reader.byte();
    if (part === PUBLIC_KEY) readKey();
    else if (part === ADDITIONAL_KEYS) reader.times(readKey);
    else if (part === NONCE) reader.take(reader.length());
    else break;
  }
  return keys;
}

function toScalar(bytes: Uint8Array): bigint {
  return bytesToNumberLE(keccak_256(bytes)) % Point.Fn.ORDER;
}

/** Positions are below 128: one byte. */
function varint(position: number): Uint8Array {
  return Uint8Array.of(position);
}

function textBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

const form = z.object({
  raw: z.string(),
  /** The secret key of this one transaction. It reveals what was paid, and spends nothing. */
  transactionKey: z.string(),
  payments: z.array(z.object({ address: z.string(), units: z.string().regex(/^\d+$/).transform(BigInt) })).min(1),
});

export type Payload = z.output<typeof form>;

export function printPayload(raw: string, transactionKey: string, outputs: readonly TransferOutput[]): string {
  const payments = outputs.map(({ to, units }) => ({ address: to.address, units: units.toString() }));
  return JSON.stringify({ raw, transactionKey, payments });
}

/**
 * Returns the transaction of a wallet service after verifying from its own bytes that it pays the
 * requested amounts to the requested recipients, locks nothing, and costs no more than allowed.
 * @throws TransactionRefusedError when it does not
 */
export function openPayload({ payload, fee }: Pick<UnsignedTransfer, "payload" | "fee">): Pick<
  RawTransaction,
  "transactionId" | "keyImages" | "feeUnits"
> & {
  readonly raw: Uint8Array;
} {
  const { raw: text, transactionKey, payments } = form.parse(JSON.parse(payload));
  const raw = bytesOf(text);
  const transaction = readTransaction(raw);
  const { transactionId, keyImages, feeUnits, unlockTime } = transaction;
  if (feeUnits > fee.maximumUnits) {
    throw new TransactionRefusedError("fee", `it would cost ${feeUnits} units, above the ${fee.maximumUnits} allowed`);
  }
  // Beside the payments there is the change, even if zero: the wallet's own address is the one
  // extra recipient.
  const isExact = unlockTime === 0n && transaction.outputs.length === payments.length + 1;
  if (!isExact || !paysAll(transaction, transactionKey, payments)) {
    throw new TransactionRefusedError("invalid", "the wallet service made another transaction than it was asked for");
  }
  return { raw, transactionId, keyImages, feeUnits };
}
