import { createHash, randomBytes } from "node:crypto";

export type Credentials = { readonly user: string; readonly password: string };
export type Attempt = { readonly method: string; readonly path: string };

/** One request of one connection: Monero's services give each challenge once. */
const COUNT = "00000001";

/**
 * The Authorization header that answers a 401: digest with MD5 (RFC 7616), which is all that Monero's services know, or basic, for a proxy before them.
 * Null when neither is asked for.
 */
export function answerChallenge(
  challenges: readonly string[],
  credentials: Credentials,
  attempt: Attempt,
): string | null {
  for (const challenge of challenges) {
    const digest = readDigest(challenge);
    if (digest !== null) return answerDigest(digest, credentials, attempt);
  }
  const { user, password } = credentials;
  const isBasic = challenges.some((challenge) => /^basic\b/i.test(challenge.trim()));
  return isBasic ? `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` : null;
}

type Digest = { readonly realm: string; readonly nonce: string };

/** Null for another scheme or algorithm. */
function readDigest(challenge: string): Digest | null {
  if (!/^digest\b/i.test(challenge.trim())) return null;
  const fields = new Map<string, string>();
  for (const [, name = "", quoted, plain] of challenge.matchAll(/(?<![a-z])([a-z]+)=(?:"([^"]*)"|([^\s,]+))/gi)) {
    fields.set(name.toLowerCase(), quoted ?? plain ?? "");
  }
  const [realm, nonce] = [fields.get("realm"), fields.get("nonce")];
  const isPlainMd5 = (fields.get("algorithm") ?? "MD5").toUpperCase() === "MD5";
  return realm !== undefined && nonce !== undefined && isPlainMd5 ? { realm, nonce } : null;
}

function answerDigest({ realm, nonce }: Digest, { user, password }: Credentials, { method, path }: Attempt): string {
  const own = randomBytes(16).toString("hex");
  const secret = md5(`${user}:${realm}:${password}`);
  const response = md5(`${secret}:${nonce}:${COUNT}:${own}:auth:${md5(`${method}:${path}`)}`);
  const quoted = { username: user, realm, nonce, uri: path, cnonce: own, response };
  const parts = Object.entries(quoted).map(([name, value]) => `${name}="${value}"`);
  return `Digest ${[...parts, "algorithm=MD5", "qop=auth", `nc=${COUNT}`].join(", ")}`;
}

function md5(text: string): string {
  return createHash("md5").update(text).digest("hex");
}
