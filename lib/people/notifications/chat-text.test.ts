import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CHAT_SERVICES, type ChatService } from "@/lib/people/notifications/chat-schema";
import { chatBody, harmless, writeChatMessage } from "@/lib/people/notifications/chat-text";

const BASE = "https://pay.example";
const paid = (text: string, title = "Invoice paid") => ({ title, text, path: "/invoices/1" });
const write = (service: ChatService, texts: readonly string[], merchantName: string | null = "Paper Lantern") =>
  writeChatMessage({ service, merchantName, sentences: texts.map((text) => paid(text)), baseUrl: BASE });
/** As a person reads it. */
const seen = (text: string) => text.replaceAll("\u200b", "");

describe("a message", () => {
  test("says what happened, where, and links to it", () => {
    expect(write("telegram", ["A-1: 10 USDT"])).toBe(`Invoice paid (Paper Lantern)\nA-1: 10 USDT\n${BASE}/invoices/1`);
    expect(write("telegram", ["low"], null)).toBe(`Invoice paid\nlow\n${BASE}/invoices/1`);
  });

  test("about many events shows twenty and how many more there are", () => {
    const text = write(
      "slack",
      Array.from({ length: 1_000 }, (_, index) => `A-${index}: 10 USDT`),
    );
    expect(text.split("\n\n")).toHaveLength(21);
    expect(text).toMatch(/And 980 more: https:\/\/pay\.example\/overview$/);
  });

  test.each(CHAT_SERVICES)("stays within the limit of %s, whatever the texts are", (service) => {
    const max = service === "discord" ? 2_000 : 4_000;
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary", maxLength: 600 }), { minLength: 1, maxLength: 40 }), (texts) => {
        const text = write(service, texts, "&".repeat(60));
        expect(text.length).toBeLessThanOrEqual(max);
        expect(text).not.toBe("");
      }),
    );
    expect(write(service, ["&_".repeat(300), "&_".repeat(300)]).length).toBeLessThanOrEqual(max);
  });
});

describe("text of shops and payers", () => {
  test.each([
    ["@everyone", "@here", "@channel", "hello @durov"],
    ["<!channel>", "<@U024BE7LH>", "<https://evil.example|Refund>", "<users/all>"],
    ["[Refund](https://evil.example)", "[Refund](evil.example)", "http://evil.example", "see evil.example/now"],
  ])("mentions nobody and makes no link: %s, %s, %s, %s", (...texts) => {
    for (const text of texts) {
      const safe = harmless(text);
      expect(safe).not.toMatch(/(^|\s)@[A-Za-z]|<[!@A-Za-z]|\]\(|:\/\/|evil\.example/);
      expect(seen(safe)).toBe(text);
    }
  });

  test.each(["order-1_2: 10.50 USDT", "ada@shop.example is now Manager, changed by Grace Hopper.", "0.5 BTC"])(
    "stays as it is if it is none of these: %s",
    (text) => expect(harmless(text)).toBe(text),
  );

  test("is one line without invisible characters", () => {
    expect(harmless("a\r\nb\u2028c\u202ed\u200be\u0000")).toBe("a b cde");
  });

  test("is escaped for Slack", () => {
    expect(seen(write("slack", ["a & b <!here> > c"]))).toContain("a &amp; b &lt;!here&gt; &gt; c");
  });

  test("is escaped for Discord, and the link to our page is not", () => {
    const text = seen(write("discord", ["**a** _b_ `c` ~~d~~ ||e|| # f [g](h) <@1> <t:1>"]));
    expect(text).toContain(
      "\\*\\*a\\*\\* \\_b\\_ \\`c\\` \\~\\~d\\~\\~ \\|\\|e\\|\\| \\# f \\[g\\]\\(h\\) \\<\\@1\\> \\<t\\:1\\>",
    );
    expect(text).toContain(`\n${BASE}/invoices/1`);
  });
});

test("each service gets its own shape, without mentions, markup and previews", () => {
  const shape = (service: ChatService): unknown => JSON.parse(chatBody(service, "-100", "hi"));
  expect(shape("telegram")).toEqual({ chat_id: "-100", text: "hi", link_preview_options: { is_disabled: true } });
  expect(shape("slack")).toEqual({
    text: "hi",
    mrkdwn: false,
    link_names: false,
    unfurl_links: false,
    unfurl_media: false,
  });
  expect(shape("discord")).toEqual({ content: "hi", allowed_mentions: { parse: [] }, flags: 4 });
  expect(shape("webhook")).toEqual({ text: "hi" });
});
