import { expect, test } from "vitest";
import { requiredText, requiredUrl } from "@/lib/kernel/lenient-input";

test.each([
  [
    "a string that is too long",
    requiredText({ max: 5, pattern: /^b+$/ }),
    "a".repeat(100_000),
    "validation.max.string",
  ],
  ["a URL that is too long", requiredUrl(20), "a".repeat(100_000), "validation.max.string"],
])("checks only the length of %s: no pattern or parser runs on it", (_, type, text, code) => {
  expect(type.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([code]);
});

test("reports all errors of a text that is too short, as the API does", () => {
  const { error } = requiredText({ min: 3, max: 5, pattern: /^b+$/ }).safeParse("aa");
  expect(error?.issues.map(({ message }) => message)).toEqual(["validation.min.string", "validation.regex"]);
});
