import { expect, type Locator } from "@playwright/test";

/** Waits until the page's script has taken an element over: what is pressed or typed before is heard by nobody. */
export async function hydrated(element: Locator): Promise<void> {
  const isHeard = () => element.evaluate((node) => Object.keys(node).some((key) => key.startsWith("__reactProps$")));
  await expect.poll(isHeard).toBe(true);
}
