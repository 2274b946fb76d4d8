import { describe, expect, it } from "vitest";
import { key, small, units, unitsText } from "@/lib/chains/solana/decode";
import { integerOf, parseExact } from "@/lib/chains/solana/json-rpc";

const read = (text: string) => units((parseExact(text) as { value: unknown }).value);

describe("numbers in node answers", () => {
  it("are exact, however large", () => {
    expect(read('{"value":9007199254740993}')).toBe(9007199254740993n);
    expect(read('{ "value" :\n 18446744073709551615 }')).toBe(2n ** 64n - 1n);
    const parsed = parseExact('{"list":[1,22 , 333],"code":-32004,"deep":[[4]]}') as { list: unknown[]; code: unknown };
    expect(parsed.list.map(integerOf)).toEqual([1n, 22n, 333n]);
    expect(integerOf(parsed.code)).toBe(-32004n);
  });

  it("are distinguished from text, even from text that looks like a number", () => {
    const text = JSON.stringify({ logs: ["Program log: [1,2], a:3", '"quoted",4', "back\\slash:5"], value: "7" });
    expect(parseExact(text)).toEqual(JSON.parse(text));
    expect(() => read('{"value":"7"}')).toThrow(/no 64-bit integer/);
  });

  it("are rejected as amounts when they are fractions, exponents, negative or too large", () => {
    for (const value of ["1.5", "1.0", "1e9", "-1", "18446744073709551616", "null", "true", "[1]"]) {
      expect(() => read(`{"value":${value}}`)).toThrow();
    }
    for (const value of ["1.5", "-1", "", "1e9", "18446744073709551616", undefined])
      expect(() => unitsText(value)).toThrow();
    expect(() => small((parseExact("[9007199254740993]") as unknown[])[0])).toThrow();
    for (const value of ["", "0x00", "l".repeat(40), "1".repeat(45), null]) expect(() => key(value)).toThrow();
  });
});
