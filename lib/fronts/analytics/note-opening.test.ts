import { expect, test } from "vitest";
import { isPerson } from "@/lib/fronts/analytics/record-page-view";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1";
const asked = (headers: Record<string, string>, method = "GET") =>
  isPerson(new Request("http://gateway.example/pay/1", { method, headers }));

test.each([
  { "user-agent": FIREFOX },
  { "user-agent": PHONE, "sec-fetch-dest": "document" },
  { "user-agent": FIREFOX, "sec-fetch-dest": "iframe" },
  {
    "user-agent":
      "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36 Instagram 390.0",
  },
])("treats a browser that shows the page as a person: %j", (headers) => expect(asked(headers)).toBe(true));

test.each([
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
  "WhatsApp/2.23.20.0",
  "TelegramBot (like TwitterBot)",
  "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
  "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
  "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
  "SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com",
  "curl/8.15.0",
  "python-requests/2.32.5",
  "",
])("does not treat a program as a person: %j", (name) => expect(asked({ "user-agent": name })).toBe(false));

test("does not treat a prefetch, or a request for anything but the page, as a person", () => {
  const browser = { "user-agent": FIREFOX };
  expect(asked({})).toBe(false);
  expect(asked(browser, "HEAD")).toBe(false);
  expect(asked({ ...browser, "sec-purpose": "prefetch;prerender" })).toBe(false);
  expect(asked({ ...browser, purpose: "prefetch" })).toBe(false);
  expect(asked({ ...browser, "x-moz": "prefetch" })).toBe(false);
  expect(asked({ ...browser, "sec-fetch-dest": "empty" })).toBe(false);
});
