import { expect, test } from "vitest";
import { requiredText, requiredUrl } from "@/lib/lenient-input";

test.each([
  ["a text that is too long", requiredText({ max: 5, pattern: /^b+$/ }), "a".repeat(100_000), "validation.max.string"],
  ["a text that is too short", requiredText({ min: 3, max: 5, pattern: /^b+$/ }), "aa", "validation.min.string"],
  ["an address that is too long", requiredUrl(20), "a".repeat(100_000), "validation.max.string"],
])("%s is asked for nothing but its length: no pattern and no parser sees it", (_, type, text, code) => {
  expect(type.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([code]);
});
