import { ed25519 } from "@noble/curves/ed25519.js";
import { concatBytes } from "@noble/hashes/utils.js";
import type { SigningRequest } from "@/lib/chains/spending";
import { encodeTonAddress } from "@/lib/custody/addresses/ton-and-accounts";

export type TonKeys = {
  /** Creates a key and returns its wallet's address, which custody and not the driver computes. */
  readonly create: () => string;
  readonly sign: (request: SigningRequest) => Uint8Array;
};

/** Signs in place of custody for wallets created here. */
export function createTonKeys(): TonKeys {
  const pairs = new Map<string, { readonly secretKey: Uint8Array; readonly publicKey: Uint8Array }>();
  return {
    create() {
      const pair = ed25519.keygen();
      const address = encodeTonAddress("v5r1", pair.publicKey);
      pairs.set(address, pair);
      return address;
    },
    sign({ signer, message }) {
      const pair = pairs.get(signer);
      if (pair === undefined) throw new Error(`no key of ${signer}`);
      return concatBytes(ed25519.sign(message, pair.secretKey), pair.publicKey);
    },
  };
}
