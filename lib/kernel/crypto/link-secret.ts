import { createHash, randomBytes } from "node:crypto";

const SECRET_BYTES = 32;
/** What the bytes of a secret look like in a link. */
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** What the link of a mail carries. It is kept nowhere: the row has its hash. */
export function newLinkSecret(): string {
  return randomBytes(SECRET_BYTES).toString("base64url");
}

/** The hash by which a link's secret is found; null for what cannot be one. Nothing about a secret can be learnt from how long its hash is looked for. */
export function hashOfLinkSecret(secret: string): Uint8Array<ArrayBuffer> | null {
  return SECRET.test(secret) ? new Uint8Array(createHash("sha256").update(secret).digest()) : null;
}
