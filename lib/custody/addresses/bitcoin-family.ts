import { ripemd160 } from "@noble/hashes/legacy.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bech32, createBase58check } from "@scure/base";
import { encodeCashAddress } from "@/lib/custody/addresses/cash-address";

const base58check = createBase58check(sha256);
const WITNESS_VERSION = 0;

/** Version bytes of pay-to-public-key-hash: chain parameters of Dogecoin Core and Dash Core. */
const P2PKH_VERSION = { doge: 0x1e, dash: 0x4c } as const;
/** Human-readable parts of BIP-173 and Litecoin Core. */
const SEGWIT_PREFIX = { btc: "bc", ltc: "ltc" } as const;

export type BitcoinFamily = keyof typeof P2PKH_VERSION | keyof typeof SEGWIT_PREFIX | "bch";

/** The mainnet address of one compressed public key: native segwit where the chain has it, else its hash. */
export function encodeBitcoinAddress(family: BitcoinFamily, publicKey: Uint8Array): string {
  const hash = ripemd160(sha256(publicKey));
  switch (family) {
    case "btc":
    case "ltc":
      return bech32.encode(SEGWIT_PREFIX[family], [WITNESS_VERSION, ...bech32.toWords(hash)]);
    case "doge":
    case "dash":
      return base58check.encode(Uint8Array.from([P2PKH_VERSION[family], ...hash]));
    case "bch":
      return encodeCashAddress("bitcoincash", hash);
  }
}
