import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

export const WCAG = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];
/** The rules that look at colours. All others judge the same document in either theme. */
const OF_COLOUR = ["color-contrast", "link-in-text-block"];
/** A long page is judged for as long as ten seconds where others share the machine. */
const SETTLING_MS = 45_000;

/** Judges the page where it stands: without frames there is nothing to gather in a second, blank page. */
export const axeOn = (page: Page): AxeBuilder => new AxeBuilder({ page }).setLegacyMode();

export type Theme = "light" | "dark";
export const BOTH_THEMES: readonly Theme[] = ["light", "dark"];

/**
 * No violation of WCAG 2.2 AA that a machine can find: every rule in the light theme, those of colour in the dark one too. A page that its
 * script is just taking over is looked at again: what counts is what it settles as.
 */
export async function expectAccessible(page: Page, themes: readonly Theme[] = BOTH_THEMES): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect.poll(() => violationsOf(page, colorScheme), { timeout: SETTLING_MS }).toEqual([]);
  }
}

async function violationsOf(page: Page, theme: Theme): Promise<readonly string[]> {
  const { violations } = await axeOn(page)
    .options({ runOnly: theme === "light" ? WCAG : OF_COLOUR, resultTypes: ["violations"] })
    .analyze();
  return violations.map(({ id, nodes }) => `${page.url()} ${theme} ${id}: ${nodes[0]?.html}`);
}
