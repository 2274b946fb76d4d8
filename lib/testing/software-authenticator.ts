import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import type { AssertionInput, AttestationInput } from "@/lib/people/identity/second-factor-schema";

/**
 * An authenticator in memory: one P-256 passkey, and the responses that a browser would pass on
 * (WebAuthn level 3, sections 6.1 and 6.5).
 */
export type SoftwareAuthenticator = {
  readonly credentialId: string;
  /** Responds to a request to create the passkey. */
  readonly make: (challenge: string) => AttestationInput;
  /** Responds to a request to sign in; the counter increments unless it is given. */
  readonly answer: (challenge: string, changes?: AnswerChanges) => AssertionInput;
};

export type AnswerChanges = {
  readonly counter?: number;
  readonly origin?: string;
  readonly rpId?: string;
  readonly isUserVerified?: boolean;
};

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

export function createAuthenticator(rpId: string, origin: string): SoftwareAuthenticator {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  const credentialId = id.toString("base64url");
  const same = { id: credentialId, rawId: credentialId, type: "public-key", clientExtensionResults: {} } as const;
  let counter = 0;
  return {
    credentialId,
    make: (challenge) => {
      const authData = Buffer.concat([
        header(rpId, USER_PRESENT | USER_VERIFIED | HAS_CREDENTIAL, counter),
        Buffer.alloc(16),
        Buffer.from([id.length >> 8, id.length & 0xff]),
        id,
        coseKey(privateKey),
      ]);
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", new Uint8Array(authData)],
      ]);
      const attestationObject = Buffer.from(isoCBOR.encode(attestation as never)).toString("base64url");
      const clientDataJSON = clientData("webauthn.create", challenge, origin).toString("base64url");
      return { ...same, response: { clientDataJSON, attestationObject, transports: ["internal"] } };
    },
    answer: (challenge, changes = {}) => {
      counter = changes.counter ?? counter + 1;
      const flags = USER_PRESENT | (changes.isUserVerified === false ? 0 : USER_VERIFIED);
      const data = clientData("webauthn.get", challenge, changes.origin ?? origin);
      const authData = header(changes.rpId ?? rpId, flags, counter);
      const signed = Buffer.concat([authData, createHash("sha256").update(data).digest()]);
      const signature = createSign("sha256").update(signed).sign(privateKey);
      return {
        ...same,
        response: {
          clientDataJSON: data.toString("base64url"),
          authenticatorData: authData.toString("base64url"),
          signature: signature.toString("base64url"),
        },
      };
    },
  };
}

/** RP id hash, flags, signature counter. */
function header(rpId: string, flags: number, counter: number): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([createHash("sha256").update(rpId).digest(), Buffer.from([flags]), count]);
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

/** The public key as COSE: EC2, ES256, P-256 (RFC 9053, section 7.1). */
function coseKey(privateKey: KeyObject): Buffer {
  const { x = "", y = "" } = privateKey.export({ format: "jwk" });
  const key = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, "base64url"))],
    [-3, new Uint8Array(Buffer.from(y, "base64url"))],
  ]);
  return Buffer.from(isoCBOR.encode(key as never));
}
