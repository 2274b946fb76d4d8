import { createHmac } from "node:crypto";
import { type Env, env, requiredSetting } from "@/lib/kernel/env";

/** One key, and the bytes that begin what is encrypted with it. */
export type Key = { readonly bytes: Buffer; readonly header: Buffer };

/**
 * Begins every ciphertext that names its key. A nonce of the form without a key begins like this
 * once in four billion times, and is decrypted nevertheless.
 */
export const KEY_MARK = Buffer.from("ck1:");
const ID_BYTES = 8;
export const HEADER_BYTES = KEY_MARK.length + ID_BYTES;

let known: { readonly settings: Env; readonly keys: readonly Key[] } | undefined;

/**
 * Returns the keys that decrypt: SECRET_KEY, with which everything is encrypted, and then those of
 * SECRET_KEY_PREVIOUS. @throws Error that names SECRET_KEY when it is missing
 */
export function keyring(): readonly [Key, ...Key[]] {
  const settings = env();
  if (known?.settings !== settings) {
    const all = [settings.SECRET_KEY ?? requiredSetting("SECRET_KEY"), ...settings.SECRET_KEY_PREVIOUS];
    known = { settings, keys: all.map(toKey) };
  }
  return known.keys as readonly [Key, ...Key[]];
}

/**
 * Returns the public name of a key, 16 hex digits: the same in every process that has the key, and
 * useless for finding it.
 */
export function keyId(secretKey: string): string {
  const digest = createHmac("sha256", Buffer.from(secretKey, "hex")).update("chaintill key id").digest();
  return digest.subarray(0, ID_BYTES).toString("hex");
}

function toKey(secretKey: string): Key {
  const header = Buffer.concat([KEY_MARK, Buffer.from(keyId(secretKey), "hex")]);
  return { bytes: Buffer.from(secretKey, "hex"), header };
}
