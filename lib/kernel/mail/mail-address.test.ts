import { describe, expect, test } from "vitest";
import { headerLine, isMailAddress, parseMailbox } from "@/lib/kernel/mail/mail-address";

describe("an address", () => {
  test.each([
    "a@b.example",
    "first.last+tag@mail.shop.example",
    "jürgen@bücher.example",
    "o'neil@x.example",
    "me@localhost",
  ])("%s is valid", (text) => expect(isMailAddress(text)).toBe(true));

  test.each([
    "",
    "a",
    "@b.example",
    "a@",
    "a@b.example, c@d.example",
    "a@b.example;c@d.example",
    "<a@b.example>",
    "Name <a@b.example>",
    '"a b"@c.example',
    "a@b.example\r\nRCPT TO:<c@d.example>",
    "a@b.example\0",
    "a b@c.example",
    "a@b@c.example",
    "a@b..example",
    "a@[127.0.0.1]",
    `${"a".repeat(250)}@b.example`,
  ])("%j is invalid, or several addresses", (text) => expect(isMailAddress(text)).toBe(false));

  test("may be preceded by a name in a setting", () => {
    expect(parseMailbox("Example Shop <receipts@pay.example>")).toEqual({
      name: "Example Shop",
      address: "receipts@pay.example",
    });
    expect(parseMailbox("receipts@pay.example")).toEqual({ name: "", address: "receipts@pay.example" });
    for (const bad of ["Shop <a@b.example>, c@d.example", "Shop <>", "Shop\r\nBcc: x <a@b.example>", "no address"])
      expect(parseMailbox(bad)).toBeNull();
  });
});

test("a header value is one line of limited length", () => {
  expect(headerLine("Receipt\r\nBcc: x@y.example\u2028\0end ", 100)).toBe("Receipt Bcc: x@y.example end");
  expect(headerLine("x".repeat(300), 200)).toHaveLength(200);
});
