import fc from "fast-check";
import { expect, test } from "vitest";
import { toEmbedOrigin } from "@/lib/people/brands/schema";

test.each([
  ["https://shop.example", "https://shop.example"],
  [" HTTPS://Shop.Example/ ", "https://shop.example"],
  ["https://shop.example:443", "https://shop.example"],
  ["https://shop.example:8443", "https://shop.example:8443"],
  ["https://bücher.example", "https://xn--bcher-kva.example"],
  ["https://магазин.example", "https://xn--80aairftm.example"],
  ["http://localhost:4000", "http://localhost:4000"],
  ["http://127.0.0.1:4000", "http://127.0.0.1:4000"],
])("%s is the origin %s", (typed, origin) => {
  expect(toEmbedOrigin(typed)).toBe(origin);
});

test.each([
  "",
  "*",
  "shop.example",
  "http://shop.example",
  "http://localhost.shop.example",
  "https://",
  "https://*",
  "https://*.shop.example",
  "https://shop.example/checkout",
  "https://shop.example//",
  "https://shop.example?x",
  "https://shop.example#x",
  "https://user:secret@shop.example",
  "https://shop.example; script-src *",
  "https://shop.example;",
  "https://shop.example'",
  "https://shop.example,https://other.example",
  "https://shop.example https://other.example",
  "https://shop.example.",
  "https://-shop.example",
  "https://shop.example\\@other.example",
  "https://[::1]",
  "ftp://shop.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "null",
  `https://${"a".repeat(300)}.example`,
])("%j is not an origin", (typed) => {
  expect(toEmbedOrigin(typed)).toBeNull();
});

test("for any input, an origin is a single word of a policy and its own normal form", () => {
  const part = fc.oneof(
    fc.string(),
    fc.constantFrom("https://", "http://localhost", "shop.example", ";", "'", "*", ":8443", "/"),
  );
  const typed = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(typed, (text) => {
      const origin = toEmbedOrigin(text);
      if (origin === null) return;
      expect(origin).toMatch(/^https?:\/\/[a-z0-9.-]+(:\d+)?$/);
      expect(toEmbedOrigin(origin)).toBe(origin);
      expect(new URL(origin).origin).toBe(origin);
    }),
    { numRuns: 1_000 },
  );
});
