import { describe, expect, test } from "vitest";
import { addressGroups } from "@/components/payers/pay/format";

/** Addresses of every format, with the two groups that people compare. */
const ENDS = [
  ["0x52908400098527886E0F7030069857D2E4169EE7", "0x5290", "9EE7"],
  ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "bc1qw508", "f3t4"],
  ["ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9", "ltc1qw508", "n4n9"],
  ["bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a", "bitcoincash:qpm2q", "dx6a"],
  ["TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", "TJRa", "RTv8"],
  ["UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA", "UQDK", "PuwA"],
] as const;

describe("an address in groups", () => {
  test.each(ENDS)("%s is recognized by %s and %s", (address, head, tail) => {
    const groups = addressGroups(address);
    expect([groups[0], groups.at(-1)]).toEqual([head, tail]);
    expect(groups.join("")).toBe(address);
  });

  test("no group is empty or longer than four characters but the first", () => {
    for (const [address] of ENDS)
      for (const group of addressGroups(address).slice(1)) expect(group).toMatch(/^.{1,4}$/);
  });
});
