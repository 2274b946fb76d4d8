import { expect, type Locator, type Page } from "@playwright/test";

/** Waits until an element is hydrated: presses or input before that have no effect. */
export async function hydrated(element: Locator): Promise<void> {
  const isHydrated = () => element.evaluate((node) => Object.keys(node).some((key) => key.startsWith("__reactProps$")));
  await expect.poll(() => isHydrated().catch(falseIfLeft)).toBe(true);
}

/**
 * Makes `goto` wait until the page's script has hydrated all controls, as for a person on a fast
 * connection. A caller that passes `waitUntil` gets the page at that point; pages without such a
 * script have nothing to wait for.
 */
export function waitForScript(page: Page): Page {
  const open = page.goto.bind(page);
  page.goto = async (url, options) => {
    const response = await open(url, options);
    if (options?.waitUntil === undefined)
      await expect.poll(() => page.evaluate(isTakenOver).catch(falseIfLeft)).toBe(true);
    return response;
  };
  return page;
}

/** A redirecting page may end during the check: the next one is then checked. */
function falseIfLeft(error: unknown): boolean {
  if (String(error).includes("Execution context was destroyed")) return false;
  throw error;
}

function isTakenOver(): boolean {
  if (document.querySelector('script[src*="/_next/"]') === null) return true;
  const controls = [...document.querySelectorAll("body :is(button, input, select, textarea)")];
  return controls.every((node) => Object.keys(node).some((key) => key.startsWith("__reactProps$")));
}
