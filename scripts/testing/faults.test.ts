import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { FAULTS } from "./faults.mjs";

test.each(FAULTS)("'$name' still matches the text that it would break", ({ file, find, replace }) => {
  const text = readFileSync(file, "utf8");
  expect(text.split(find)).toHaveLength(2);
  expect(text.replace(find, () => replace)).not.toBe(text);
});
