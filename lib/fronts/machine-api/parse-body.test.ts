import { isLosslessNumber } from "lossless-json";
import { describe, expect, test } from "vitest";
import { parseBody } from "@/lib/fronts/machine-api/parse-body";
import { AppError } from "@/lib/kernel/errors";
import { growthOf } from "@/lib/testing/growth";

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => parseBody(bytes(text));
function refusal(raw: Uint8Array): string {
  try {
    parseBody(raw);
  } catch (error) {
    return error instanceof AppError ? `${error.code}: ${error.message}` : `not expected: ${String(error)}`;
  }
  return "accepted";
}

describe("a body", () => {
  test.each(["", "{}", "[]", "null", " ", "\n\t", " { } ", "[ ]", "\uFEFF{}", "\uFEFF"])(
    "%j has no parameters",
    (text) => {
      expect(read(text)).toEqual({});
    },
  );

  test("keeps every number as written", () => {
    const texts = ["0.1", "1e3", "0.30000000000000004", "123456789012345678901234567890.123456789", "-0", "1.50"];
    const values = Object.values(read(`{${texts.map((text, index) => `"n${index}":${text}`).join(",")}}`));
    expect(values.map((value) => (isLosslessNumber(value) ? value.value : value))).toEqual(texts);
  });

  test.each(["1", "true", '"a"', "[1]", "[{}]", "0.5", "false", "[[]]"])("%s is not an object", (text) => {
    expect(refusal(bytes(text))).toBe("invalid_body: The body is not a JSON object");
  });

  test.each([
    "{",
    '{"a":}',
    "{'a':1}",
    '{"a":1,}',
    "{}{}",
    "undefined",
    "NaN",
    '{"a":01}',
    '{"a":"\u0001"}',
    '{"a":"\\x"}',
    '{"a',
    "]",
    "+1",
    '{"a":1e}',
  ])("%s is not JSON", (text) => expect(refusal(bytes(text))).toBe("invalid_body: The body is not valid JSON"));

  test("that is not UTF-8 is rejected", () => {
    for (const raw of [
      [0xff],
      [0xc3, 0x28],
      [0xed, 0xa0, 0x80],
      [...bytes('{"a":"'), 0x80, ...bytes('"}')],
      [0xfe, 0xff, 0, 0x7b],
    ]) {
      expect(refusal(Uint8Array.from(raw))).toBe("invalid_body: The body is not valid UTF-8");
    }
  });

  test("with a duplicate key is rejected when the values differ, at any depth", () => {
    expect(refusal(bytes('{"amount":"1","amount":"2"}'))).toMatch(/^invalid_body: .*"amount" twice$/);
    expect(refusal(bytes('{"a":[{"b":1,"b":1.0}]}'))).toMatch(/^invalid_body: .*"b" twice$/);
    expect(refusal(bytes('{"\\u0061":1,"a":2}'))).toMatch(/^invalid_body: .*"a" twice$/);
  });

  test.each([
    '{"amount":"1","amount":"1"}',
    '{"amount":1,"b":2,"amount":1}',
    '{"a":[{"b":null,"b":null}]}',
    '{"\\u0061":{},"a":{}}',
    '{"":"","":""}',
    '{"__proto__":1,"__proto__":1}',
    '{"a":{"x":1},"a":{"x":1}}',
  ])("with a duplicate key is rejected when the values are equal: %s", (text) =>
    expect(refusal(bytes(text))).toBe("invalid_body: The body has one key twice, with the same value"),
  );

  test.each([
    '{"a:b":"c:d","e":[{"a":"::"},{"a":"::"}]}',
    '{"a":"\\":","b":"\\\\","c":{"a":{"a":{"a":1}}}}',
    '{"__proto__":{"a":1},"a":{"__proto__":1}}',
    '{"1":1,"01":1,"a":1,"A":1,"à":1,"a\u0300":1}',
    '{"value":"1","isLosslessNumber":true}',
  ])("with colons inside strings or equal names in different objects has no duplicate key: %s", (text) =>
    expect(refusal(bytes(text))).toBe("accepted"),
  );

  test("nested deeper than any request is rejected without a stack overflow", () => {
    for (const text of ["[".repeat(10_000), '{"a":'.repeat(10_000), `{"a":${"[".repeat(16)}${"]".repeat(16)}}`]) {
      expect(refusal(bytes(text))).toMatch(/^invalid_body: The body is nested deeper than 16 levels$/);
    }
    expect(refusal(bytes(`{"a":${"[".repeat(15)}${"]".repeat(15)}}`))).toBe("accepted");
    expect(refusal(bytes(`{"a":"${"[".repeat(100)}","b":"\\"${"{".repeat(100)}"}`))).toBe("accepted");
  });

  test("cannot reach an object's prototype", () => {
    const read = parseBody(bytes('{"__proto__":{"amount":"5"},"constructor":{"prototype":{"x":1}},"toString":1}'));
    expect(Reflect.get(read, "amount")).toBeUndefined();
    expect(Reflect.get({}, "x")).toBeUndefined();
  });

  test.each<[string, (pairs: number) => string]>([
    ["backslashes", (pairs) => `{"a":"${"\\\\".repeat(pairs)}"}`],
    ["escaped quotes", (pairs) => `{"a":"${'\\"'.repeat(pairs)}`],
    ["an unterminated string", (pairs) => `"${"aa".repeat(pairs)}`],
    ["a key that is repeated many times", (pairs) => `{${'"":0,'.repeat(pairs)}"a":0}`],
  ])("is parsed in linear time, whatever its content: %s", (_name, write) => {
    const [pairs, times] = [3_000, 16];
    // Quadratic time would be 256 times as long.
    expect(growthOf((size) => refusal(bytes(write(size))), pairs, times)).toBeLessThan(times * 4);
  });
});
