import { expect, test } from "vitest";
import { languageCookie } from "@/lib/kernel/locales/negotiate-locale";

test("stores a chosen language for a year, for all pages, and also on links from other sites", () => {
  expect(languageCookie("pt-BR", false)).toBe("lang=pt-BR; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly");
  expect(languageCookie("de", true)).toBe("lang=de; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly; Secure");
});
