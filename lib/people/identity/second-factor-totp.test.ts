import { expect, test } from "vitest";
import {
  hashRecoveryCode,
  newRecoveryCodes,
  newTotpSecret,
  stepOfCode,
  totpUri,
} from "@/lib/people/identity/second-factor-prove";

/** "12345678901234567890", the secret of RFC 6238's test vectors, in base32. */
const RFC_SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const at = (seconds: number) => new Date(seconds * 1000);

test("codes match RFC 6238 (appendix B, the last six digits)", () => {
  for (const [seconds, code] of [
    [59, "287082"],
    [1111111109, "081804"],
    [1234567890, "005924"],
    [20000000000, "353130"],
  ] as const) {
    expect(stepOfCode(RFC_SECRET, code, at(seconds))).toBe(BigInt(Math.floor(seconds / 30)));
  }
});

test("a code is valid one step before and after its own, and yields its own step", () => {
  const own = 1111111109;
  for (const shift of [-30, 0, 30]) expect(stepOfCode(RFC_SECRET, "081804", at(own + shift))).toBe(37037036n);
  for (const shift of [-60, 60]) expect(stepOfCode(RFC_SECRET, "081804", at(own + shift))).toBeNull();
});

test("a malformed code matches no step", () => {
  for (const code of ["", "08180", "0818040", "abcdef", "０８１８０４"]) {
    expect(stepOfCode(RFC_SECRET, code, at(1111111109))).toBeNull();
  }
});

test("a secret has 160 bits and never repeats", () => {
  const secrets = Array.from({ length: 50 }, newTotpSecret);
  expect(new Set(secrets).size).toBe(50);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
});

test("the app's URI names gateway and person, with special characters escaped", () => {
  const uri = new URL(totpUri(RFC_SECRET, "ada+x&secret=A@example.com", "pay.example.com"));
  expect(uri.protocol).toBe("otpauth:");
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({
    secret: RFC_SECRET,
    issuer: "Chaintill pay.example.com",
    algorithm: "SHA1",
    digits: "6",
    period: "30",
  });
});

test("there are ten recovery codes of 80 bits, recognised however they are typed", () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
  expect(hashRecoveryCode("O1l0-aBcd ghjk-mnpq")).toEqual(hashRecoveryCode("0110abcdghjkmnpq"));
  expect(hashRecoveryCode("0110abcdghjkmnpr")).not.toEqual(hashRecoveryCode("0110abcdghjkmnpq"));
});
