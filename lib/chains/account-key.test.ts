import { base64url } from "@scure/base";
import { expect, test } from "vitest";
import { accountKey } from "@/lib/chains/address-keys";

/** The same account from TON's documentation, with and without the bounceable flag. */
const BOUNCEABLE = "EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF";
const NOT_BOUNCEABLE = "UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA";

test("an EVM address is the same account in any letter case, other addresses are not", () => {
  const address = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
  expect(accountKey("evm", address)).toBe(accountKey("evm", address.toLowerCase()));
  expect(accountKey("btc", "3J98t1")).not.toBe(accountKey("btc", "3j98t1"));
});

test("a TON account is the same with either flag, and differs from every other account", () => {
  expect(accountKey("ton", BOUNCEABLE)).toBe(accountKey("ton", NOT_BOUNCEABLE));
  const other = base64url.decode(NOT_BOUNCEABLE);
  other[20] = (other[20] ?? 0) ^ 1;
  expect(accountKey("ton", base64url.encode(other))).not.toBe(accountKey("ton", NOT_BOUNCEABLE));
});

test("a Monero address is the same account with and without a payment id", () => {
  const plain = "4AdUndXHHZ6cfufTMvppY6JwXNouMBzSkbLYfpAV5Usx3skxNgYeYTRj5UzqtReoS44qo9mtmXCqY45DJ852K5Jv2684Rge";
  const integrated =
    "4LL9oSLmtpccfufTMvppY6JwXNouMBzSkbLYfpAV5Usx3skxNgYeYTRj5UzqtReoS44qo9mtmXCqY45DJ852K5Jv2bYXZKKQePHES9khPK";
  expect(accountKey("xmr", integrated)).toBe(accountKey("xmr", plain));
});

test("an unreadable address is compared as it is", () => {
  expect(accountKey("ton", "0:abc")).toBe("0:abc");
  expect(accountKey("xmr", "")).toBe("");
});
