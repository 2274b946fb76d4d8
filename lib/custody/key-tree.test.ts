import { ed25519 } from "@noble/curves/ed25519.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { HDKey } from "@scure/bip32";
import { mnemonicToSeedSync } from "@scure/bip39";
import { HDKey as EdwardsKey } from "micro-key-producer/slip10.js";
import { describe, expect, it } from "vitest";
import { ADDRESS_FAMILIES, type AddressFamily } from "@/lib/chains/address-family";
import { encodeMoneroAddress } from "@/lib/custody/addresses/monero-address";
import { encodeTonAddress } from "@/lib/custody/addresses/ton-and-accounts";
import type { KeyReference } from "@/lib/custody/key-reference";
import { deriveMoneroKeys, encodeAddress, growKeyTree } from "@/lib/custody/key-tree";

/** The public test mnemonic of BIP-39; it never receives anything of value. */
const MNEMONIC = `${"abandon ".repeat(11)}about`;
const SEED = mnemonicToSeedSync(MNEMONIC);
const tree = growKeyTree(MNEMONIC);

describe("golden addresses on which two independent implementations agree", () => {
  it.each([
    ["btc", "m/84'/0'/0'/0/0", "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"],
    ["ltc", "m/84'/2'/0'/0/0", "ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh"],
    ["doge", "m/44'/3'/0'/0/0", "DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC"],
    ["dash", "m/44'/5'/0'/0/0", "XoJA8qE3N2Y3jMLEtZ3vcN42qseZ8LvFf5"],
    ["bch", "m/44'/145'/0'/0/0", "bitcoincash:qqyx49mu0kkn9ftfj6hje6g2wfer34yfnq5tahq3q6"],
    ["evm", "m/44'/60'/0'/0/0", "0x9858EfFD232B4033E47d90003D41EC34EcaEda94"],
    ["tron", "m/44'/195'/0'/0/0", "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH"],
  ] as const)("%s at %s", (family, path, address) => {
    const { publicKey } = HDKey.fromMasterSeed(SEED).derive(path);
    expect(publicKey && encodeAddress(family, publicKey)).toBe(address);
    expect(tree.addressOf({ family, role: "deposit", index: 0 })).toBe(address);
  });

  it.each([
    ["sol", "m/44'/501'/0'", "GjJyeC1r2RgkuoCWMyPYkCWSGSGLcz266EaAkLA27AhL"],
    ["sol", "m/44'/501'/0'/0'", "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk"],
    ["ton", "m/44'/607'/0'", "UQBHyu-oZVDHRYQ1-rKlGqpHy5yAqanPBirEQNMNOmfHLtaT"],
  ] as const)("%s at %s", (family, path, address) => {
    const { publicKeyRaw } = EdwardsKey.fromMasterSeed(SEED).derive(path);
    expect(encodeAddress(family, publicKeyRaw)).toBe(address);
  });

  it("ton, wallet V4R2", () => {
    const { publicKeyRaw } = EdwardsKey.fromMasterSeed(SEED).derive("m/44'/607'/0'");
    expect(encodeTonAddress("v4r2", publicKeyRaw)).toBe("UQAzWZa6nM5mJev91wGc7VCSfBoIsYRqKJpV78N8Add9-RKY");
  });

  it("xmr, primary address of our own mapping", () => {
    expect(encodeMoneroAddress(deriveMoneroKeys(MNEMONIC), 0, 0)).toBe(
      "49vDbkSo7eve3J41sBdjvjaBUyz8qHohsQcGtRf63qEUTMBvmA45fpp5pSacMdSg7A3b71RejLzB8EkGbfjp5PELVF2N4Zn",
    );
  });
});

describe("key tree", () => {
  it("gives every family, role and index a distinct, stable address", () => {
    const keys = ADDRESS_FAMILIES.flatMap((family) =>
      (["deposit", "hot"] as const).flatMap((role) =>
        [0, 1, 77].map((index): KeyReference => ({ family, role, index })),
      ),
    );
    const addresses = keys.map(tree.addressOf);
    expect(new Set(addresses).size).toBe(keys.length);
    expect(keys.map(growKeyTree(MNEMONIC).addressOf)).toEqual(addresses);
  });

  it("keeps hot wallets in account 1, where other wallets find them too", () => {
    const { publicKey } = HDKey.fromMasterSeed(SEED).derive("m/44'/60'/1'/0/3");
    expect(tree.addressOf({ family: "evm", role: "hot", index: 3 })).toBe(publicKey && encodeAddress("evm", publicKey));
    const { publicKeyRaw } = EdwardsKey.fromMasterSeed(SEED).derive("m/44'/501'/1'/3'");
    expect(tree.addressOf({ family: "sol", role: "hot", index: 3 })).toBe(encodeAddress("sol", publicKeyRaw));
  });

  it("rejects indexes that would be hardened or are not numbers", () => {
    for (const index of [-1, 0.5, 2 ** 31, Number.NaN]) {
      expect(() => tree.addressOf({ family: "evm", role: "deposit", index })).toThrow(RangeError);
    }
  });

  it("signs a digest with low s, recovery id last, for the requested address", () => {
    const key: KeyReference = { family: "evm", role: "deposit", index: 5 };
    const message = Uint8Array.from({ length: 32 }, (_, index) => index);
    const signature = tree.sign(key, { signer: tree.addressOf(key), scheme: "secp256k1", message });
    const recovered = Uint8Array.from([signature[64] ?? 9, ...signature.slice(0, 64)]);
    const publicKey = secp256k1.recoverPublicKey(recovered, message, { prehash: false });
    expect(encodeAddress("evm", publicKey)).toBe(tree.addressOf(key));
    expect(secp256k1.verify(signature.slice(0, 64), message, publicKey, { prehash: false, lowS: true })).toBe(true);
  });

  it("signs messages of ed25519 families", () => {
    const key: KeyReference = { family: "sol", role: "hot", index: 0 };
    const message = new TextEncoder().encode("any length");
    const signature = tree.sign(key, { signer: tree.addressOf(key), scheme: "ed25519", message });
    const { publicKeyRaw } = EdwardsKey.fromMasterSeed(SEED).derive("m/44'/501'/1'/0'");
    expect(ed25519.verify(signature, message, publicKeyRaw)).toBe(true);
  });

  it("reveals the public key behind a TON signature, where the address is only a hash of it", () => {
    const key: KeyReference = { family: "ton", role: "hot", index: 0 };
    const message = new Uint8Array(32);
    const answer = tree.sign(key, { signer: tree.addressOf(key), scheme: "ed25519", message });
    const [signature, publicKey] = [answer.subarray(0, 64), answer.subarray(64)];
    expect(encodeAddress("ton", publicKey)).toBe(tree.addressOf(key));
    expect(ed25519.verify(signature, message, publicKey)).toBe(true);
  });

  it("refuses to sign for the address of another key, in another scheme, or anything that is not a digest", () => {
    const key: KeyReference = { family: "evm", role: "hot", index: 0 };
    const signer = tree.addressOf(key);
    const message = new Uint8Array(32);
    const other = tree.addressOf({ ...key, index: 1 });
    expect(() => tree.sign(key, { signer: other, scheme: "secp256k1", message })).toThrow();
    expect(() => tree.sign(key, { signer, scheme: "ed25519", message })).toThrow();
    expect(() => tree.sign(key, { signer, scheme: "secp256k1", message: new Uint8Array(31) })).toThrow();
  });

  it("derives other addresses from other words", () => {
    const other = growKeyTree("legal winner thank year wave sausage worth useful legal winner thank yellow");
    const differing = ADDRESS_FAMILIES.filter((family: AddressFamily) => {
      const key: KeyReference = { family, role: "deposit", index: 0 };
      return other.addressOf(key) !== tree.addressOf(key);
    });
    expect(differing).toEqual(ADDRESS_FAMILIES);
  });
});
