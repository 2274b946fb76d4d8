import { expect, type Locator, type Page } from "@playwright/test";

/**
 * Waits until the page's script has taken an element over: what is pressed or typed before is heard
 * by nobody.
 */
export async function hydrated(element: Locator): Promise<void> {
  const isHydrated = () => element.evaluate((node) => Object.keys(node).some((key) => key.startsWith("__reactProps$")));
  await expect.poll(isHydrated).toBe(true);
}

/**
 * From now on `goto` is over only when the page's script has taken over all that can be pressed or
 * typed in, as a person on a quick connection has it. Who names a `waitUntil` gets the page as
 * early as that says; pages without such a script have nothing to wait for.
 */
export function waitForScript(page: Page): Page {
  const open = page.goto.bind(page);
  page.goto = async (url, options) => {
    const response = await open(url, options);
    if (options?.waitUntil === undefined) await expect.poll(() => askWhetherTakenOver(page)).toBe(true);
    return response;
  };
  return page;
}

/** A page that leads on to another one ends while it is asked: then the other one is asked. */
async function askWhetherTakenOver(page: Page): Promise<boolean> {
  return await page.evaluate(isTakenOver).catch((error: unknown) => {
    if (String(error).includes("Execution context was destroyed")) return false;
    throw error;
  });
}

function isTakenOver(): boolean {
  if (document.querySelector('script[src*="/_next/"]') === null) return true;
  const controls = [...document.querySelectorAll("body :is(button, input, select, textarea)")];
  return controls.every((node) => Object.keys(node).some((key) => key.startsWith("__reactProps$")));
}
