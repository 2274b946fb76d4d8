import { describe, expect, test } from "vitest";
import { isSignedBy, signBody } from "@/lib/fronts/machine-api/signatures";

const bytes = (text: string) => new TextEncoder().encode(text);

/** Computed independently of this code, with the key `test_key`. */
const VECTORS: readonly (readonly [string, string])[] = [
  ["", "8c32d1183251df9828f929b935ae0419"],
  ["{}", "0a355f218d761a316dc1aa17ebd41029"],
  ["[]", "2e5320e0cfd12a3c6b2e53914e28556a"],
  ["null", "807237ff4df8b63326564e0372eeeb06"],
  [
    '{"amount":"15","currency":"USD","order_id":"1","url_callback":"https://ex.test/cb"}',
    "9fbff92631432952890df56c7d516d8d",
  ],
  [
    '{"amount":"15","currency":"USD","order_id":"1","url_callback":"https:\\/\\/ex.test\\/cb"}',
    "aab90dd46d863c8d1ab9c194bcf98a35",
  ],
];

describe("a signature", () => {
  test.each(VECTORS)("of %j is the published one", (body, sign) => {
    expect(signBody(bytes(body), "test_key")).toBe(sign);
    expect(isSignedBy(bytes(body), sign, "test_key")).toBe(true);
    expect(isSignedBy(bytes(body), sign.toUpperCase(), "test_key")).toBe(true);
  });

  test("matches the vector of a client library", () => {
    const body = bytes('{"amount":10,"currency":"usd","order_id":"OrDeRiD"}');
    expect(signBody(body, "bcda")).toBe("0f66e9e002a45d4285cc77a227dadfeb");
  });

  test("differs for the same values in other bytes", () => {
    const signed = signBody(bytes('{"a":"б/"}'), "key");
    for (const other of ['{"a": "б/"}', '{"a":"\\u0431/"}', '{"a":"б\\/"}', '{"a":"б/"}\n', ""]) {
      expect(isSignedBy(bytes(other), signed, "key")).toBe(false);
    }
  });

  test.each([
    "",
    "0",
    "zz",
    "8c32d1183251df9828f929b935ae041",
    "8c32d1183251df9828f929b935ae04190",
    " 8c32d1183251df9828f929b935ae0419",
    "8c32d1183251df9828f929b935ae041g",
    "x".repeat(1_000_000),
  ])("that is not hexadecimal MD5 is rejected without an error", (sign) =>
    expect(isSignedBy(bytes(""), sign, "test_key")).toBe(false),
  );
});
