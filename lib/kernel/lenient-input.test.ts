import { expect, test } from "vitest";
import { requiredText, requiredUrl } from "@/lib/kernel/lenient-input";

test.each([
  ["a text that is too long", requiredText({ max: 5, pattern: /^b+$/ }), "a".repeat(100_000), "validation.max.string"],
  ["an address that is too long", requiredUrl(20), "a".repeat(100_000), "validation.max.string"],
])("%s is asked for nothing but its length: no pattern and no parser sees it", (_, type, text, code) => {
  expect(type.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([code]);
});

test("a text that is too short is told all that is wrong with it, as the interface does", () => {
  const { error } = requiredText({ min: 3, max: 5, pattern: /^b+$/ }).safeParse("aa");
  expect(error?.issues.map(({ message }) => message)).toEqual(["validation.min.string", "validation.regex"]);
});
