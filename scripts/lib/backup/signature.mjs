/**
 * Who wrote an archive: an Ed25519 signature of all its entries, as its last one. Encryption alone
 * proves nothing about the writer, because the key for it is public.
 */
import { createHash, createPrivateKey, createPublicKey, sign, verify } from "node:crypto";

const SIGNATURE = "signature";
const SCHEME = "ed25519:";
const PUBLIC_KEY = /^ed25519:[\w-]{43}$/;
const SECRET_KEY = /^[0-9a-f]{64}$/i;
/** What precedes the 32 bytes of a secret key in PKCS #8 (RFC 8410). */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

function readSecret(hex) {
  if (!SECRET_KEY.test(hex)) throw new Error("BACKUP_SIGNING_KEY: expected 64 hexadecimal digits");
  return createPrivateKey({
    key: Buffer.concat([PKCS8_PREFIX, Buffer.from(hex, "hex")]),
    format: "der",
    type: "pkcs8",
  });
}

/** @throws Error if this is no public key as `signerOf` returns it */
function readPublic(text) {
  if (!PUBLIC_KEY.test(text)) throw new Error(`${text} is no signer of archives: expected ed25519:...`);
  return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: text.slice(SCHEME.length) }, format: "jwk" });
}

/** Returns the public key of a secret one (64 hexadecimal digits), as `ed25519:...`. */
export function signerOf(signingKey) {
  return SCHEME + createPublicKey(readSecret(signingKey)).export({ format: "jwk" }).x;
}

/** Lengths keep a name and what follows it apart. */
function createDigest() {
  const hash = createHash("sha256").update("chaintill-backup-signature/1\n");
  return {
    add: (name, bytes) => hash.update(`${Buffer.byteLength(name)} ${bytes.length} ${name}`).update(bytes),
    end: () => hash.digest(),
  };
}

/**
 * Returns `{ add, end }`: `add` passes entries on, and `end` adds their signature. Without a key
 * nothing is signed.
 * @param signingKey 64 hexadecimal digits, or null
 * @throws Error if it is no key
 */
export function signEntries(add, signingKey) {
  if (signingKey === null) return { add, end: async () => undefined };
  const key = readSecret(signingKey);
  const digest = createDigest();
  return {
    async add(name, bytes) {
      digest.add(name, bytes);
      await add(name, bytes);
    },
    end: () => add(SIGNATURE, sign(null, digest.end(), key)),
  };
}

/**
 * Passes on the entries of an archive without the signature at its end.
 * @param signers the public keys of the writers that are accepted; null: anybody
 * @throws Error after the last entry, unless one of them signed it: until then nothing read is
 *   proven
 */
export async function* verifyEntries(entries, signers) {
  const keys = signers?.map(readPublic);
  const digest = createDigest();
  let signature = null;
  for await (const { name, bytes } of entries) {
    if (signature !== null) throw new Error("The backup continues after its signature");
    if (name === SIGNATURE) {
      signature = bytes;
      continue;
    }
    digest.add(name, bytes);
    yield { name, bytes };
  }
  if (keys === undefined) return;
  if (signature === null) throw new Error("The backup is not signed");
  const signed = digest.end();
  if (!keys.some((key) => verify(null, signed, key, signature)))
    throw new Error(`The backup was not signed by ${signers.join(" or ")}`);
}
