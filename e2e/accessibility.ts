import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

export const WCAG = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];
/** The rules that look at colours. All others judge the same document in either theme. */
const OF_COLOUR = ["color-contrast", "link-in-text-block"];
/** A long page is judged for as long as ten seconds where others share the machine. */
const SETTLING_MS = 45_000;

/**
 * Judges the page where it stands: without frames there is nothing to gather in a second, blank
 * page.
 */
export const axeOn = (page: Page): AxeBuilder => new AxeBuilder({ page }).setLegacyMode();

export type Theme = "light" | "dark";
export const BOTH_THEMES: readonly Theme[] = ["light", "dark"];
/** For a sweep over many pages: each in one theme, half of them in either. */
export const themeOf = (index: number): Theme => (index % 2 === 0 ? "light" : "dark");

/**
 * No violation of WCAG 2.2 AA that a machine can find: every rule in the first theme, those of
 * colour in a second one too. A page that its script is just taking over is looked at again: what
 * counts is what it settles as. One theme is enough in a journey, since every piece that pages are
 * made of is judged in both on the design page, and the sweeps judge pages in either.
 */
export async function expectAccessible(page: Page, themes: readonly Theme[] = ["light"]): Promise<void> {
  for (const [index, colorScheme] of themes.entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const runOnly = index === 0 ? WCAG : OF_COLOUR;
    await expect.poll(() => violationsOf(page, colorScheme, runOnly), { timeout: SETTLING_MS }).toEqual([]);
  }
}

async function violationsOf(page: Page, theme: Theme, runOnly: readonly string[]): Promise<readonly string[]> {
  const { violations } = await axeOn(page)
    .options({ runOnly: [...runOnly], resultTypes: ["violations"] })
    .analyze();
  return violations.map(({ id, nodes }) => `${page.url()} ${theme} ${id}: ${nodes[0]?.html}`);
}
