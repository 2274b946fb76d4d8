/** What java-tron checks in a transaction before its content. */
import { toBase58 } from "./address.mjs";
import { SLOT_MS } from "./block.mjs";
import { recoverSigner } from "./keys.mjs";
import { invalidSignature, Refusal } from "./refusal.mjs";
import { encodeTransaction } from "./transaction-codec.mjs";

const LIFETIME_MAX_MS = 24n * 60n * 60n * 1_000n;
const BYTES_MAX = 500 * 1_024;
const RECENT_BLOCKS = 65_536;

function expired() {
  return new Refusal("TRANSACTION_EXPIRATION_ERROR", "Transaction expired");
}

/** The signer must be the owner: accounts here have no other permission. */
function checkSignature({ id, signatures, raw }) {
  const { ownerAddress, permissionId } = raw.contract;
  if (signatures.length === 0) throw invalidSignature("miss sig or contract");
  if (permissionId !== 0n) throw invalidSignature("permission isn't exit");
  if (signatures.length > 1) {
    throw invalidSignature(`Signature count is ${signatures.length} more than key counts of permission : 1`);
  }
  const [signature] = signatures;
  if (signature.length < 130) throw invalidSignature(`Signature size is ${signature.length / 2}`);
  const signer = recoverSigner(id, signature);
  if (signer === null) throw invalidSignature("Could not recover public key from signature");
  if (signer !== ownerAddress) {
    throw invalidSignature(`${signature} is signed by ${toBase58(signer)} but it is not contained of permission.`);
  }
}

/** The referenced block must be the last one with those two bytes, and on this chain. */
function checkReferenceBlock(blocks, { refBlockBytes, refBlockHash }) {
  const head = blocks.length - 1;
  const low = Number.parseInt(refBlockBytes || "0", 16);
  const number = head - ((head - low) % RECENT_BLOCKS);
  const isKnown = refBlockBytes.length === 4 && low <= head && number <= head;
  if (!isKnown || blocks[number].id.slice(16, 32) !== refBlockHash) {
    throw new Refusal("TAPOS_ERROR", "Tapos check error.");
  }
}

function checkExpiration(head, { expiration }) {
  const time = BigInt(head.timestamp);
  if (expiration < time + BigInt(SLOT_MS) || expiration > time + LIFETIME_MAX_MS) throw expired();
}

/**
 * @throws Refusal in java-tron's order: expired, bad signature, unknown block, too big, duplicate
 */
export function checkEnvelope(transaction, { blocks, isKnown }) {
  const head = blocks.at(-1);
  if (transaction.raw.expiration < BigInt(head.timestamp + SLOT_MS)) throw expired();
  checkSignature(transaction);
  checkReferenceBlock(blocks, transaction.raw);
  const { length } = encodeTransaction(transaction);
  if (length > BYTES_MAX) {
    throw new Refusal("TOO_BIG_TRANSACTION_ERROR", `Too big transaction, the size is ${length} bytes`);
  }
  checkExpiration(head, transaction.raw);
  if (isKnown(transaction.id)) throw new Refusal("DUP_TRANSACTION_ERROR", "Dup transaction.");
}
