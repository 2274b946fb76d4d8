import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { COMMON_PASSWORDS } from "@/lib/people/identity/common-passwords-data";
import { isCommonPassword } from "@/lib/people/identity/password-rules";

test("knows at least 50,000 breached passwords in less than a megabyte", () => {
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
])("recognises %s", (password) => expect(isCommonPassword(password)).toBe(true));

test("mistakes fewer than one in 20,000 others for one", () => {
  const others = Array.from({ length: 50_000 }, (_, index) => createHash("sha256").update(`${index}`).digest("hex"));
  const wrong = others.filter((text) => isCommonPassword(text.slice(0, 20)));
  // The filter's false positive rate is 1.2 in 100,000: 0.6 are expected.
  expect(wrong.length).toBeLessThan(others.length / 20_000);
});
