import { base64url } from "@scure/base";
import { expect, test } from "vitest";
import { accountKey } from "@/lib/chains/address-keys";

/** The same account of TON's documentation: payments come back from it, or do not. */
const BOUNCEABLE = "EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF";
const NOT_BOUNCEABLE = "UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA";

test("an EVM address is one in any case of its letters, others are not", () => {
  const address = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
  expect(accountKey("evm", address)).toBe(accountKey("evm", address.toLowerCase()));
  expect(accountKey("btc", "3J98t1")).not.toBe(accountKey("btc", "3j98t1"));
});

test("a TON account is one with either flag, and each account its own", () => {
  expect(accountKey("ton", BOUNCEABLE)).toBe(accountKey("ton", NOT_BOUNCEABLE));
  const other = base64url.decode(NOT_BOUNCEABLE);
  other[20] = (other[20] ?? 0) ^ 1;
  expect(accountKey("ton", base64url.encode(other))).not.toBe(accountKey("ton", NOT_BOUNCEABLE));
});

test("a Monero address is one with a payment id and without", () => {
  const plain = "4AdUndXHHZ6cfufTMvppY6JwXNouMBzSkbLYfpAV5Usx3skxNgYeYTRj5UzqtReoS44qo9mtmXCqY45DJ852K5Jv2684Rge";
  const integrated =
    "4LL9oSLmtpccfufTMvppY6JwXNouMBzSkbLYfpAV5Usx3skxNgYeYTRj5UzqtReoS44qo9mtmXCqY45DJ852K5Jv2bYXZKKQePHES9khPK";
  expect(accountKey("xmr", integrated)).toBe(accountKey("xmr", plain));
});

test("what cannot be read is compared as it is", () => {
  expect(accountKey("ton", "0:abc")).toBe("0:abc");
  expect(accountKey("xmr", "")).toBe("");
});
