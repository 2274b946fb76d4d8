import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { showLocalTimes } from "@/components/payers/pay/script/local-times";
import { LOCALES } from "@/lib/kernel/locales/locales";

const AT = String(Date.UTC(2026, 10, 21, 22, 5));

type Played = { readonly dataset: Readonly<Record<string, string>>; textContent: string };

/** Returns the page's text after the script has run. */
function shown(lang: string, dataset: Played["dataset"]): string {
  const element: Played = { dataset, textContent: "as the server said" };
  vi.stubGlobal("document", { documentElement: { lang }, querySelectorAll: () => [element] });
  showLocalTimes();
  return element.textContent;
}

beforeEach(() => {
  vi.stubEnv("TZ", "Europe/Berlin");
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

test("a time is shown in the reader's own zone, which it names, in the format of the language", () => {
  const moment = (locale: keyof typeof LOCALES) => shown(locale, { at: AT, formats: LOCALES[locale].formats });
  expect(moment("en")).toBe("21 Nov 2026, 23:05\u00a0CET");
  expect(moment("de")).toBe("21. Nov. 2026, 23:05\u00a0MEZ");
  expect(moment("ar")).toMatch(/2026.*23:05/);
});

test("a time of today is shown without its date", () => {
  expect(shown("en", { at: AT, said: "until …" })).toBe("until 23:05");
  expect(shown("fa", { at: AT, said: "تا …" })).toBe("تا 23:05");
});
