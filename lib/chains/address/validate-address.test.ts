import { sha256 } from "@noble/hashes/sha2.js";
import { createBase58check } from "@scure/base";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { validateAddress } from "@/lib/chains/address/validate-address";
import { ADDRESS_FAMILIES, type AddressFamily } from "@/lib/chains/address-family";

/**
 * Published addresses of each family: specifications, well-known contracts and donation addresses.
 */
const REAL: Readonly<Record<AddressFamily, readonly string[]>> = {
  evm: ["0xdAC17F958D2ee523a2206206994597C13D831ec7"],
  btc: [
    "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
    "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy",
    "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3",
    "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
  ],
  ltc: [
    "LaMT348PWRnrqeeWArpwQPbuanpXDZGEUz",
    "M8T1B2Z97gVdvmfkQcAtYbEepune1tzGua",
    "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9",
  ],
  doge: ["DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L", "D7wbmbjBWG5HPkT6d4gh6SdQPp6z25vcF2"],
  dash: ["XpESxaUmonkq8RaLLp46Brx2K39ggQe226", "7gnwGHt17heGpG9Crfeh4KGpYNFugPhJdh"],
  bch: [
    "bitcoincash:qp3wjpa3tjlj042z2wv7hahsldgwhwy0rq9sywjpyy",
    "bitcoincash:qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg2",
    "bitcoincash:zr6m7j9njldwwzlg9v7v53unlr4jkmx6eycnjehshe",
  ],
  tron: ["TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", "TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8"],
  sol: ["Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB", "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM"],
  ton: [
    "EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs",
    "UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA",
    "Ef8zMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzM0vF",
  ],
  xmr: [
    "44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A",
    "888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3H",
    "4LL9oSLmtpccfufTMvppY6JwXNouMBzSkbLYfpAV5Usx3skxNgYeYTRj5UzqtReoS44qo9mtmXCqY45DJ852K5Jv2bYXZKKQePHES9khPK",
  ],
};

const ALL = ADDRESS_FAMILIES.flatMap((family) => REAL[family].map((address) => [family, address] as const));
const base58check = createBase58check(sha256);
const withVersion = (version: number, hash = new Uint8Array(20).fill(7)) =>
  base58check.encode(Uint8Array.from([version, ...hash]));
const problemOf = (family: AddressFamily, text: string, encoding: "real" | "sandbox" = "real") => {
  const verdict = validateAddress(family, text, encoding);
  return verdict.ok ? `ok ${verdict.address}` : verdict.problem;
};

describe("a valid address", () => {
  test.each(ALL)("%s accepts %s unchanged", (family, address) => {
    expect(problemOf(family, address)).toBe(`ok ${address}`);
  });

  test.each(ALL)("%s: %s is rejected by every other family, with the right reason", (family, address) => {
    for (const other of ADDRESS_FAMILIES.filter((known) => known !== family))
      expect([other, problemOf(other, address)]).toEqual([other, "network"]);
  });

  test.each(ALL.filter(([family]) => family !== "sol" && family !== "evm"))(
    "%s: one wrong character in %s is always detected",
    (family, address) => {
      const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
      const anyCharacter = fc.constantFrom(...alphabet);
      const anyPlace = fc.nat({ max: address.length - 1 });
      fc.assert(
        fc.property(anyPlace, anyCharacter, (place, character) => {
          const wrong = address.slice(0, place) + character + address.slice(place + 1);
          fc.pre(wrong.toLowerCase() !== address.toLowerCase());
          expect(problemOf(family, wrong)).not.toMatch(/^ok/);
        }),
        { numRuns: 150 },
      );
    },
  );

  test("is canonicalized: insignificant case is removed, a missing prefix is added", () => {
    expect(problemOf("btc", "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4")).toBe(
      "ok bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    );
    expect(problemOf("bch", "QP3WJPA3TJLJ042Z2WV7HAHSLDGWHWY0RQ9SYWJPYY")).toBe(
      "ok bitcoincash:qp3wjpa3tjlj042z2wv7hahsldgwhwy0rq9sywjpyy",
    );
    expect(problemOf("evm", "0xDAC17F958D2EE523A2206206994597C13D831EC7")).toBe(
      "ok 0xdAC17F958D2ee523a2206206994597C13D831ec7",
    );
    expect(problemOf("ton", "EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id/sDs")).toBe(
      "ok EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs",
    );
  });
});

describe("an invalid address", () => {
  const WRONG: readonly (readonly [AddressFamily, string, string, string])[] = [
    ["btc", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb", "checksum", "a wrong last character"],
    ["btc", "1A1zP1eP5QGefi2DMPTfTL5SLmv7Divf", "length", "two characters missing"],
    ["btc", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfN0", "format", "a character outside the base58 alphabet"],
    ["btc", " 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "format", "a leading space"],
    ["btc", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5", "checksum", "a wrong bech32 character"],
    ["btc", "bc1Qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "format", "mixed-case bech32"],
    [
      "btc",
      "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd",
      "checksum",
      "BIP 350: witness version 1 in bech32",
    ],
    ["btc", "BC1SW50QGDZ25J", "format", "BIP 350: an unassigned witness version"],
    ["btc", "bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs", "format", "BIP 350: witness version 2"],
    ["btc", "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx", "network", "BIP 173: a testnet address"],
    ["btc", "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080", "network", "a regtest address"],
    ["btc", "1111111111111111111114oLvT2", "burn", "the all-zero hash"],
    ["btc", "1BitcoinEaterAddressDontSendf59kuE", "burn", "a burn address"],
    ["ltc", "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy", "network", "the legacy Litecoin form is also Bitcoin's"],
    ["bch", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "network", "the legacy Bitcoin Cash form is also Bitcoin's"],
    ["bch", "bchtest:pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t", "network", "a testnet address"],
    ["bch", "bitcoincash:qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg3", "checksum", "a wrong last character"],
    ["bch", "bitcoincash:bitcoincash:qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg2", "format", "two prefixes"],
    ["doge", "DDogepartyxxxxxxxxxxxxxxxxxxw1dfzr", "burn", "a burn address"],
    ["tron", "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb", "burn", "the zero address"],
    ["tron", "TYWKxSpUu65rT7SNZdQ1p8gCAfxZqyWC3b", "checksum", "a wrong checksum"],
    ["tron", "41a614f803b6fd780986a42c78ec9c7f77e6ded13c", "format", "the hexadecimal form"],
    ["sol", "11111111111111111111111111111111", "burn", "the system program"],
    ["sol", "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA", "burn", "the token program"],
    ["sol", "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8Be", "length", "characters missing"],
    ["ton", "EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c", "burn", "the zero address"],
    ["ton", "kQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPgpP", "network", "flagged as testnet-only"],
    ["ton", "EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDt", "checksum", "a wrong last character"],
    ["ton", "0:ca6e321c7cce9ecedf0a8ca2492ec8592494aa5fb5ce0387dff96ef6af982a3e", "format", "the raw form"],
    [
      "xmr",
      "9wviCeWe2D8XS82k2ovp5EUYLzBt9pYNW2LXUFsZiv8S3Mt21FZ5qQaAroko1enzw3eGr9qC7X1D7Geoo2RrAotYPwq9Gm8",
      "network",
      "a testnet address",
    ],
    ["xmr", REAL.xmr[0]?.slice(0, -1) ?? "", "length", "a character missing"],
    ["xmr", `${REAL.xmr[0]?.slice(0, -1)}B`, "checksum", "a wrong last character"],
    ["evm", "0xdAC17F958D2ee523a2206206994597C13D831eC7", "checksum", "one letter in the wrong case"],
    ["evm", "0xdAC17F958D2ee523a2206206994597C13D831e", "length", "characters missing"],
    ["evm", "dAC17F958D2ee523a2206206994597C13D831ec7", "format", "no 0x prefix"],
    ["evm", "0x0000000000000000000000000000000000000000", "burn", "the zero address"],
    ["evm", "0x000000000000000000000000000000000000dEaD", "burn", "a burn address"],
    ["evm", "0x0000000000000000000000000000000000000004", "burn", "a precompiled contract"],
  ];

  test.each(WRONG)("%s: %s is rejected for its %s (%s)", (family, text, problem) => {
    expect(problemOf(family, text)).toBe(problem);
  });

  test("random text is never accepted, whatever its characters", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ADDRESS_FAMILIES),
        fc.string({ unit: "binary", maxLength: 128 }),
        (family, text) => {
          expect(validateAddress(family, text, "real").ok).toBe(false);
        },
      ),
    );
  });
});

describe("text that looks like an address", () => {
  const near = fc.oneof(
    ...[
      "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
      "qpzry9x8gf2tvdw0s3jn54khce6mua7l:1",
      "0123456789abcdefABCDEFx",
      "ABCDEFabcdef0189-_+/=",
    ].map((alphabet) => fc.string({ unit: fc.constantFrom(...alphabet), minLength: 1, maxLength: 110 })),
  );
  const prefix = fc.constantFrom("", "bc1", "ltc1", "bcrt1", "bitcoincash:", "0x", "T", "EQ", "4", "8");

  test("is judged without an exception, and only Solana, which has no checksum, may accept it", () => {
    fc.assert(
      fc.property(fc.constantFrom(...ADDRESS_FAMILIES), prefix, near, (family, begin, rest) => {
        const text = begin + rest;
        for (const encoding of ["real", "sandbox"] as const) {
          const { ok } = validateAddress(family, text, encoding);
          // An EVM address in a single case has no checksum either.
          if (family !== "sol" && family !== "evm") expect(ok).toBe(false);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe("sandbox encodings", () => {
  /** Version bytes and prefixes that nodes print on a private chain. */
  const SANDBOX: readonly (readonly [AddressFamily, string])[] = [
    ["btc", "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"],
    ["btc", withVersion(111)],
    ["btc", withVersion(196)],
    ["ltc", withVersion(58)],
    ["doge", withVersion(111)],
    ["dash", withVersion(140)],
    ["dash", withVersion(19)],
    ["ton", "kQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPgpP"],
    ["xmr", "9wviCeWe2D8XS82k2ovp5EUYLzBt9pYNW2LXUFsZiv8S3Mt21FZ5qQaAroko1enzw3eGr9qC7X1D7Geoo2RrAotYPwq9Gm8"],
  ];

  test.each(SANDBOX)("%s accepts %s only on a sandbox network", (family, address) => {
    expect(problemOf(family, address, "sandbox")).toBe(`ok ${address}`);
    expect(problemOf(family, address, "real")).toBe("network");
  });

  test.each(["btc", "ltc", "doge", "dash", "bch"] as const)(
    "%s rejects real addresses on a sandbox network, so that play money never appears to be sent to one",
    (family) => {
      for (const address of REAL[family]) expect(problemOf(family, address, "sandbox")).toBe("network");
    },
  );
});
