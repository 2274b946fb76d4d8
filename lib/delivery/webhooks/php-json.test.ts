import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { writePhpJson } from "@/lib/delivery/webhooks/payload";

describe("webhook bytes follow PHP's json_encode with raw Unicode", () => {
  test("members keep their order, nulls are included, and there are no spaces", () => {
    expect(writePhpJson({ type: "payment", from: null, is_final: true, done: false, count: 3 })).toBe(
      '{"type":"payment","from":null,"is_final":true,"done":false,"count":3}',
    );
  });

  test.each([
    ["a slash is escaped", "a/b", '"a\\/b"'],
    ["non-ASCII characters are not escaped", "заказ 😀", '"заказ 😀"'],
    ["line separators are escaped", "\u2028\u2029", '"\\u2028\\u2029"'],
    [
      "control characters use the short escapes where they exist",
      '\b\f\n\r\t\u0000\u001f"\\',
      '"\\b\\f\\n\\r\\t\\u0000\\u001f\\"\\\\"',
    ],
    ["DEL and markup are not escaped", "\u007f<>&'", '"\u007f<>&\'"'],
    ["an unpaired surrogate becomes the replacement character", "a\ud800b", '"a\ufffdb"'],
  ])("%s", (_name, text, written) => {
    expect(writePhpJson({ text })).toBe(`{"text":${written}}`);
  });

  test("a nested object is written by the same rules", () => {
    expect(writePhpJson({ convert: { to_currency: "USDT", commission: null, rate: "0.07700000" } })).toBe(
      '{"convert":{"to_currency":"USDT","commission":null,"rate":"0.07700000"}}',
    );
  });

  test.each([
    ["an empty object", {}],
    ["a nested empty object", { convert: {} }],
    ["a fractional number", { amount: 0.1 }],
    ["an integer beyond the safe range", { amount: 2 ** 53 }],
    ["NaN", { amount: Number.NaN }],
    ["an integer-like key", { a: "1", "7": "2" }],
  ])("%s is rejected, because it would not survive decoding and encoding", (_name, payload) => {
    expect(() => writePhpJson(payload)).toThrow(TypeError);
  });

  test("any JSON parser returns the same members in the same order", () => {
    const scalar = fc.oneof(fc.string({ unit: "binary" }), fc.boolean(), fc.constant(null), fc.maxSafeInteger());
    const name = fc.string({ minLength: 1 }).filter((text) => !/^\d+$/.test(text) && text !== "__proto__");
    fc.assert(
      fc.property(fc.dictionary(name, scalar, { minKeys: 1, noNullPrototype: true }), (payload) => {
        const written = writePhpJson(payload);
        expect(Object.entries(JSON.parse(written) as object)).toEqual(
          Object.entries(payload).map(([key, value]) => [key, value === 0 ? 0 : value]),
        );
        expect(written).not.toMatch(/(?<!\\)\//);
      }),
    );
  });
});
