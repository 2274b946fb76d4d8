import { expect, test } from "vitest";
import { pageLanguage } from "@/app/pay/page-language";

const URL_OF_PAGE = "http://gateway.example/pay/x";

async function languageOf(query: string, headers: Record<string, string> = {}, method = "GET") {
  const { messages, lang, cookie } = await pageLanguage(new Request(URL_OF_PAGE + query, { method, headers }));
  return { locale: messages.locale, lang, cookie };
}

test("uses the browser's language without storing anything", async () => {
  const headers = { "accept-language": "de-AT,en;q=0.5" };
  expect(await languageOf("", headers)).toEqual({ locale: "de", lang: null, cookie: null });
});

test("the language in the URL is used, added to the page's links, and stored in a cookie", async () => {
  const { locale, lang, cookie } = await languageOf("?choose=1&lang=ar", {
    "accept-language": "de",
    cookie: "lang=en",
  });
  expect({ locale, lang }).toEqual({ locale: "ar", lang: "ar" });
  expect(cookie).toMatch(/^lang=ar; /);
});

test("a form that names a language gets a response in it, and sets no cookie", async () => {
  expect(await languageOf("?lang=de", {}, "POST")).toEqual({ locale: "de", lang: "de", cookie: null });
});

test("an earlier choice takes precedence over the browser's language", async () => {
  const headers = { "accept-language": "en", cookie: "a=b; lang=de" };
  expect(await languageOf("", headers)).toEqual({ locale: "de", lang: null, cookie: null });
});

test.each([
  "?lang=",
  "?lang=tlh",
  "?lang=de%0d%0aSet-Cookie:%20x=y",
  `?lang=${"a".repeat(9_000)}`,
  "?lang=de&lang=%00",
])("a URL with %s sets no cookie other than ours", async (query) => {
  const { cookie } = await languageOf(query, { cookie: "lang=%00; lang=../../x", "accept-language": ",;q=,*" });
  expect(cookie === null || /^lang=de; [\w=/; -]+$/.test(cookie)).toBe(true);
});
