import { describe, expect, test } from "vitest";
import type { AddressFamily } from "@/lib/chains/address-family";
import { endsOf, looksAlike } from "@/lib/people/guards/admit-outflow";

/**
 * An address of each format, and the ends that people compare, without the prefix common to the
 * format.
 */
const ENDS: readonly (readonly [AddressFamily, string, string, string])[] = [
  ["evm", "0xdAC17F958D2ee523a2206206994597C13D831ec7", "dac1", "1ec7"],
  ["btc", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "a1zp", "vfna"],
  ["btc", "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy", "j98t", "wnly"],
  ["btc", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "w508", "f3t4"],
  ["btc", "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0", "0xlx", "5jj0"],
  ["btc", "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080", "w508", "t080"],
  ["ltc", "LaMT348PWRnrqeeWArpwQPbuanpXDZGEUz", "amt3", "geuz"],
  ["ltc", "M8T1B2Z97gVdvmfkQcAtYbEepune1tzGua", "8t1b", "zgua"],
  ["ltc", "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9", "w508", "n4n9"],
  ["doge", "DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L", "h5ya", "mr7l"],
  ["dash", "XpESxaUmonkq8RaLLp46Brx2K39ggQe226", "pesx", "e226"],
  ["dash", "7gnwGHt17heGpG9Crfeh4KGpYNFugPhJdh", "gnwg", "hjdh"],
  ["bch", "bitcoincash:qp3wjpa3tjlj042z2wv7hahsldgwhwy0rq9sywjpyy", "p3wj", "jpyy"],
  ["bch", "bitcoincash:zr6m7j9njldwwzlg9v7v53unlr4jkmx6eycnjehshe", "r6m7", "hshe"],
  ["tron", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", "r7nh", "lj6t"],
  ["sol", "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB", "es9v", "wnyb"],
  ["ton", "EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs", "cxe6", "_sds"],
  ["ton", "UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA", "dkbj", "puwa"],
  [
    "xmr",
    "44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A",
    "4aff",
    "ep3a",
  ],
];

describe("the ends that people compare", () => {
  test.each(ENDS)("%s %s", (family, address, begin, end) => {
    expect(endsOf(family, address)).toEqual({ begin, end });
  });

  test.each(ENDS)("%s %s resembles one with the same ends, and none with another end", (family, address, begin) => {
    const swapped = (at: number) => address.slice(0, at) + (address[at] === "4" ? "5" : "4") + address.slice(at + 1);
    const first = address.toLowerCase().indexOf(begin);
    const last = address.length - 1;
    expect(looksAlike(family, address, swapped(Math.floor(address.length / 2)))).toBe(true);
    for (const at of [first, first + 3, last - 3, last])
      expect([at, looksAlike(family, address, swapped(at))]).toEqual([at, false]);
    for (const at of [first + 4, last - 4]) expect([at, looksAlike(family, address, swapped(at))]).toEqual([at, true]);
  });
});

describe("a look-alike", () => {
  test("has the ends of its target in any letter case", () => {
    const meant = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
    expect(looksAlike("evm", meant, "0xDac1000000000000000000000000000000001Ec7")).toBe(true);
  });

  test("may be a newer form of Bitcoin address than its target", () => {
    const [old, taproot] = ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", `bc1pw508${"q".repeat(50)}f3t4`];
    expect(looksAlike("btc", old, taproot)).toBe(true);
  });
});
