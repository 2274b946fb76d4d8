import { expect, type Page } from "@playwright/test";
import type { Locale } from "../../lib/kernel/locales/locales";
import { renderPages } from "../shots/rendered-pages";
import { addTextFit, findCramped } from "./text-fit";

/**
 * The narrowest phones on the market, and the width at which WCAG requires reading without
 * horizontal scrolling.
 */
const PHONE = 360;
const NARROWEST = 320;
const LONGEST = 25;

/**
 * Checks every `step`th state of the pages in a language: returns what overflows a phone, is cut
 * off or broken there, and for the longest states also at 320.
 */
export async function findOverflow(page: Page, locale: Locale, step = 1): Promise<readonly string[]> {
  const all = await renderPages(locale);
  expect(all.length).toBeGreaterThan(50);
  const shots = all.filter((_shot, index) => index % step === 0);
  const longest = shots
    .toSorted((one, other) => other.html.length - one.html.length)
    .slice(0, Math.ceil(LONGEST / step));
  await addTextFit(page);
  return [...(await findCramped(page, shots, PHONE)), ...(await findCramped(page, longest, NARROWEST))];
}
