import { expect, test } from "vitest";
import { readStoredHeaders } from "@/lib/fronts/test-webhooks/console-queries";
import { prepareTestInput } from "@/lib/fronts/test-webhooks/console-schema";

test("reports stored headers of a test that cannot be read with our own message, and reads valid ones", () => {
  const words = "The stored data of this test can't be read. Create another one.";
  for (const stored of [null, "{}", [["a"]], [["a", 1]]]) expect(() => readStoredHeaders(stored)).toThrow(words);
  expect(readStoredHeaders([["content-type", "application/json"]])).toEqual([["content-type", "application/json"]]);
});

test.each([
  [{ kind: "x", status: "paid", url: "https://a.example", currency: "ETH", network: "eth", objectId: "x" }],
  [{ kind: "payment", status: null, url: "https://a.example", currency: "E".repeat(17), network: "", objectId: "x" }],
  [{ kind: "payout", status: "paid", url: null, currency: null, network: "eth", objectId: 1 }],
])("never shows messages of the validation library for a field of the console: %o", (asked) => {
  const messages = prepareTestInput.safeParse(asked).error?.issues.map(({ message }) => message) ?? [];
  expect(messages.length).toBeGreaterThan(1);
  for (const message of messages) expect(message).toMatch(/^(Choose|Enter|Use) .*\.$/);
});
