import { describe, expect, test } from "vitest";
import { encodeCashAddress } from "@/lib/chains/address/bitcoin-cash";
import { randomAddress, randomTransactionId } from "@/lib/chains/address/random-address";
import { encodeTonAddress } from "@/lib/chains/address/ton";
import { validateAddress } from "@/lib/chains/address/validate-address";
import { ADDRESS_FAMILIES } from "@/lib/chains/address-family";

const TRIES = 50;
/** As explorers display them. */
const HEX = /^[0-9a-f]{64}$/;
const TRANSACTION_IDS = { evm: /^0x[0-9a-f]{64}$/, sol: /^[1-9A-HJ-NP-Za-km-z]{86,88}$/ } as const;

describe.each(ADDRESS_FAMILIES)("a random address of %s", (family) => {
  test("passes validation in its canonical form, and differs each time", () => {
    const drawn = Array.from({ length: TRIES }, () => randomAddress(family));
    for (const address of drawn) expect(validateAddress(family, address, "real")).toEqual({ ok: true, address });
    expect(new Set(drawn).size).toBe(TRIES);
  });

  test("has transaction ids with the network's length and alphabet", () => {
    const drawn = Array.from({ length: TRIES }, () => randomTransactionId(family));
    const form = family === "evm" || family === "sol" ? TRANSACTION_IDS[family] : HEX;
    for (const id of drawn) expect(id).toMatch(form);
    expect(new Set(drawn).size).toBe(TRIES);
  });
});

test("the encoders produce published addresses: the CashAddr specification's first vector, and a TON wallet", () => {
  const hash = Buffer.from("F5BF48B397DAE70BE82B3CCA4793F8EB2B6CDAC9", "hex");
  expect(encodeCashAddress(hash)).toBe("bitcoincash:qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg2");
  const account = Buffer.from("ca6e321c7cce9ecedf0a8ca2492ec8592494aa5fb5ce0387dff96ef6af982a3e", "hex");
  expect(encodeTonAddress(account)).toBe("UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA");
});
