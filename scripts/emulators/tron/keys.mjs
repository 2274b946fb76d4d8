/** secp256k1 keys as TRON uses them: addresses of public keys, signatures of transaction ids. */
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";

const RAW = { prehash: false, lowS: true, format: "recovered" };

export function keccak(bytes) {
  return Buffer.from(keccak_256(bytes)).toString("hex");
}

function addressOfPoint(uncompressed) {
  return `41${keccak(uncompressed.subarray(1)).slice(-40)}`;
}

/** Returns the `41...` address of a private key in hexadecimal. */
export function addressOfKey(privateKey) {
  return addressOfPoint(secp256k1.getPublicKey(Buffer.from(privateKey, "hex"), false));
}

/** Creates a private key in hexadecimal. */
export function createKey() {
  return Buffer.from(secp256k1.utils.randomSecretKey()).toString("hex");
}

/** Returns r, s and recovery + 27 in hexadecimal. */
export function signId(id, privateKey) {
  const [recovery, ...rest] = secp256k1.sign(Buffer.from(id, "hex"), Buffer.from(privateKey, "hex"), RAW);
  return Buffer.from([...rest, recovery + 27]).toString("hex");
}

/** Returns the signer of `id` as `41...`; null for an invalid signature. */
export function recoverSigner(id, signature) {
  const bytes = Buffer.from(signature, "hex");
  if (bytes.length < 65) return null;
  const header = bytes[64] < 27 ? bytes[64] + 27 : bytes[64];
  if (header < 27 || header > 34) return null;
  try {
    const recovered = Uint8Array.from([(header - 27) % 4, ...bytes.subarray(0, 64)]);
    const point = secp256k1.recoverPublicKey(recovered, Buffer.from(id, "hex"), { prehash: false });
    return addressOfPoint(secp256k1.Point.fromBytes(point).toBytes(false));
  } catch {
    return null;
  }
}
