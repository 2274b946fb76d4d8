import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

export const WCAG = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];
/** The rules about colours. The results of all others do not depend on the theme. */
const OF_COLOUR = ["color-contrast", "link-in-text-block"];
/** On a shared machine checking a long page can take ten seconds. */
const SETTLING_MS = 45_000;

/** Runs in the page itself: without frames there is nothing to collect in a second, blank page. */
export const axeOn = (page: Page): AxeBuilder => new AxeBuilder({ page }).setLegacyMode();

export type Theme = "light" | "dark";
export const BOTH_THEMES: readonly Theme[] = ["light", "dark"];
/** For a sweep over many pages: each in one theme, half of them in either. */
export const themeOf = (index: number): Theme => (index % 2 === 0 ? "light" : "dark");

/**
 * Expects no machine-detectable violation of WCAG 2.2 AA: every rule in the first theme, those
 * about colour also in the second. Retries while the page is hydrating: its settled state counts.
 * One theme is enough in a journey, since the design page checks every component in both, and the
 * sweeps check pages in either.
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
