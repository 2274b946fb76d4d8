import { expect, type Page } from "@playwright/test";
import type { Locale } from "../../lib/locales/locales";
import { renderPages } from "../shots/rendered-pages";
import { addTextFit, findCramped } from "./text-fit";

/** The narrowest phones that are sold; and the width at which the guidelines want pages to be read without scrolling sideways. */
const PHONE = 360;
const NARROWEST = 320;
const LONGEST = 25;

/** Every state of the pages in a language: what is wider than a phone, cut off or broken there, or inside the longest ones at 320. */
export async function findOverflow(page: Page, locale: Locale): Promise<readonly string[]> {
  const shots = await renderPages(locale);
  expect(shots.length).toBeGreaterThan(50);
  const longest = shots.toSorted((one, other) => other.html.length - one.html.length).slice(0, LONGEST);
  await addTextFit(page);
  return [...(await findCramped(page, shots, PHONE)), ...(await findCramped(page, longest, NARROWEST))];
}
