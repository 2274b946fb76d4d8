import { ed25519 } from "@noble/curves/ed25519.js";
import { base58 } from "@scure/base";
import type { SigningRequest } from "@/lib/chains/spending";

export type Keys = {
  /** Creates a key and returns its address. */
  readonly create: () => string;
  readonly sign: (requests: readonly SigningRequest[]) => Promise<readonly Uint8Array[]>;
};

/** Signs in place of custody for the addresses created here. */
export function createKeys(): Keys {
  const secrets = new Map<string, Uint8Array>();
  return {
    create() {
      const { secretKey, publicKey } = ed25519.keygen();
      const address = base58.encode(publicKey);
      secrets.set(address, secretKey);
      return address;
    },
    async sign(requests) {
      return requests.map(({ signer, message }) => {
        const secret = secrets.get(signer);
        if (secret === undefined) throw new Error(`no key of ${signer}`);
        return ed25519.sign(message, secret);
      });
    },
  };
}
