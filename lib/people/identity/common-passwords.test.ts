import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { COMMON_PASSWORDS } from "@/lib/people/identity/common-passwords-data";
import { isCommonPassword } from "@/lib/people/identity/password-rules";

test("at least 50,000 passwords of breaches are known, in less than a megabyte", () => {
  expect(COMMON_PASSWORDS.count).toBeGreaterThan(50_000);
  expect(COMMON_PASSWORDS.filter.length).toBeLessThan(1024 * 1024);
});

test.each([
  "123qweasdzxc",
  "1qaz2wsx3edc",
  "qwertyqwerty",
  "Sojdlg123aljg",
  "12345678910n",
  "ghhh47hj7649",
  "zbhbyffktrcfylhjdyf1995",
  "password",
  "PassWord",
  "football",
])("%s is one of them", (password) => expect(isCommonPassword(password)).toBe(true));

test("fewer than one in 20,000 others is taken for one", () => {
  const others = Array.from({ length: 50_000 }, (_, index) => createHash("sha256").update(`${index}`).digest("hex"));
  const wrong = others.filter((text) => isCommonPassword(text.slice(0, 20)));
  // 1.2 in 100,000 by the filter's arithmetic: 0.6 are expected.
  expect(wrong.length).toBeLessThan(others.length / 20_000);
});
