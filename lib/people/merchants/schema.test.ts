import { expect, test } from "vitest";
import { nameInput } from "@/lib/people/merchants/schema";

test.each(
  ["Ada\nYour account is locked: https://evil.example", "Ada\r", "Ada\tLovelace\0", "Ada\u2028Bob", "a\u0085b"].map(
    (name) => [`${name}.`],
  ),
)("rejects the name %j, which could write lines of its own into the gateway's mails", (name) => {
  expect(nameInput.safeParse(name).success).toBe(false);
});

test.each(["Ada Lovelace", "Łódź & Söhne", "می‌خواهم", "店 一", "Café 👩‍💻", "O'Neill"])(
  "accepts the name %j",
  (name) => {
    expect(nameInput.parse(` ${name}\n`)).toBe(name);
  },
);
