import { hex } from "@scure/base";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { validateAddress } from "@/lib/chains/address/validate-address";
import { type CoinFamily, parametersOf } from "@/lib/chains/bitcoin-like/building/coin-parameters";
import { addressOfScript, keyHashOf, scriptOfAddress } from "@/lib/chains/bitcoin-like/building/script-of";
import { growKeyTree } from "@/lib/custody/key-tree";

const FAMILIES: readonly CoinFamily[] = ["btc", "ltc", "doge", "dash", "bch"];
const MNEMONIC = "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about";

/**
 * Published pairs: BIP-173, BIP-350, BIP-86 and the CashAddr specification; the others are the same
 * hash under another version.
 */
const KNOWN: readonly (readonly [CoinFamily, string, string])[] = [
  ["btc", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac"],
  ["btc", "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy", "a914b472a266d0bd89c13706a4132ccfb16f7c3b9fcb87"],
  ["btc", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "0014751e76e8199196d454941c45d1b3a323f1433bd6"],
  [
    "btc",
    "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr",
    "5120a60869f0dbcf1dc659c9cecbaf8050135ea9e8cdc487053f1dc6880949dc684c",
  ],
  ["ltc", "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9", "0014751e76e8199196d454941c45d1b3a323f1433bd6"],
  [
    "bch",
    "bitcoincash:qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg2",
    "76a914f5bf48b397dae70be82b3cca4793f8eb2b6cdac988ac",
  ],
];

describe("the script of an address", () => {
  test.each(KNOWN)(
    "of %s %s matches the published one, and converts back to the address",
    (family, address, script) => {
      expect(scriptOfAddress(family, address)).toBe(script);
      expect(addressOfScript(family, script)).toBe(address);
    },
  );

  test("of every family's first deposit key is unlocked by that key", () => {
    const tree = growKeyTree(MNEMONIC);
    for (const family of FAMILIES) {
      const script = scriptOfAddress(family, tree.addressOf({ family, role: "deposit", index: 0 }));
      expect([family, keyHashOf(family, script)?.length]).toEqual([family, 40]);
    }
  });

  test("of the golden seed's addresses converts back to their text", () => {
    const golden: readonly (readonly [CoinFamily, string])[] = [
      ["btc", "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"],
      ["ltc", "ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh"],
      ["doge", "DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC"],
      ["dash", "XoJA8qE3N2Y3jMLEtZ3vcN42qseZ8LvFf5"],
      ["bch", "bitcoincash:qqyx49mu0kkn9ftfj6hje6g2wfer34yfnq5tahq3q6"],
    ];
    for (const [family, address] of golden)
      expect(addressOfScript(family, scriptOfAddress(family, address))).toBe(address);
  });

  test("of any hash in any form converts to a payable address, and back to the same script", () => {
    const hash = (bytes: number) =>
      fc.uint8Array({ minLength: bytes, maxLength: bytes }).filter((b) => b.some(Boolean));
    fc.assert(
      fc.property(fc.constantFrom(...FAMILIES), hash(20), hash(32), (family, short, long) => {
        const { bech32, cashAddress } = parametersOf(family);
        const scripts = [`76a914${hex.encode(short)}88ac`, `a914${hex.encode(short)}87`];
        if (bech32 !== null)
          scripts.push(`0014${hex.encode(short)}`, `0020${hex.encode(long)}`, `5120${hex.encode(long)}`);
        if (cashAddress !== null) scripts.push(`aa20${hex.encode(long)}87`);
        for (const script of scripts) {
          const address = addressOfScript(family, script) ?? "none";
          expect(validateAddress(family, address, "real")).toEqual({ ok: true, address });
          expect(scriptOfAddress(family, address)).toBe(script);
        }
      }),
      { numRuns: 100 },
    );
  });

  test("of a token-aware address equals the plain one's", () => {
    const plain = "bitcoincash:qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg2";
    const aware = "bitcoincash:zr6m7j9njldwwzlg9v7v53unlr4jkmx6eycnjehshe";
    expect(scriptOfAddress("bch", aware)).toBe(scriptOfAddress("bch", plain));
  });
});

describe("scripts and texts that cannot be paid", () => {
  test("have no address: data, bare keys, future witness versions, forms of other chains", () => {
    const key = `21${"02".repeat(33)}ac`;
    for (const family of FAMILIES)
      for (const script of ["", "6a0411223344", key, `5220${"11".repeat(32)}`, `0014${"11".repeat(19)}`, "zz"])
        expect([family, script, addressOfScript(family, script)]).toEqual([family, script, null]);
    expect(addressOfScript("doge", `0014${"11".repeat(20)}`)).toBeNull();
    expect(addressOfScript("btc", `aa20${"11".repeat(32)}87`)).toBeNull();
  });

  test("are rejected as destinations: text of another chain, of a test network, or not canonical", () => {
    const wrong: readonly (readonly [CoinFamily, string])[] = [
      ["ltc", "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy"],
      ["btc", "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4"],
      ["btc", "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"],
      ["btc", "1111111111111111111114oLvT2"],
      ["bch", "qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg2"],
      ["doge", ""],
    ];
    for (const [family, address] of wrong) expect(() => scriptOfAddress(family, address)).toThrow(TypeError);
  });
});
