import { expect, type Page, test } from "@playwright/test";
import { renderPages, SHOT_LOCALES, showRendered } from "../shots/rendered-pages";

/**
 * The essentials are on the first screen of a small old phone, measured in pixels: a stranger must
 * grasp them in five seconds.
 */

const PHONE = { width: 360, height: 640 };

/** The whole headline with coin and network, the remaining time, and the amount with its button. */
const WHAT = [".order .clock", "#headline", ".fact .amount", "[data-copy]"];
/** The address, as well. */
const WHERE = [...WHAT, "code.address", ".act [data-said] >> nth=1"];

/** In the last two, notices come first: then the address is the first thing below. */
const STATES: ReadonlyArray<readonly [name: string, parts: readonly string[]]> = [
  ["waiting", WHERE],
  ["waiting-for-a-token", WHERE],
  ["branded-waiting-for-a-token", WHERE],
  ["expiring-soon", WHERE],
  ["partially-paid", WHERE],
  ["partially-paid-not-confirmed-yet", WHERE],
  ["from-an-exchange", WHERE],
  ["waiting-with-a-slow-node", WHAT],
  ["wrong-token", WHAT],
];

/** Returns the bottom of the first such element. */
async function bottomOf(page: Page, part: string): Promise<number> {
  const box = await page.locator(part).first().boundingBox();
  if (box === null) throw new Error(`${part} is not shown`);
  return box.y + box.height;
}

for (const locale of SHOT_LOCALES) {
  test(`amount, coin, network, address and remaining time are on the first screen of a phone in ${locale}`, async ({
    page,
  }) => {
    const show = await showRendered(page);
    await page.setViewportSize(PHONE);
    const pages = await renderPages(locale);
    for (const [name, parts] of STATES) {
      const shot = pages.find((candidate) => candidate.folder === "pay" && candidate.name === name);
      if (shot === undefined) throw new Error(`no state ${name}`);
      await show(shot);
      for (const part of parts) expect.soft(await bottomOf(page, part), `${name}: ${part}`).toBeLessThanOrEqual(640);
    }
  });
}

test("the page of a static wallet shows coin, network and address there", async ({ page }) => {
  const show = await showRendered(page);
  await page.setViewportSize(PHONE);
  const shot = (await renderPages("en")).find(({ folder, name }) => folder === "wallet" && name === "empty");
  if (shot === undefined) throw new Error("no wallet");
  await show(shot);
  for (const part of ["#headline", "code.address", "[data-copy]"])
    expect(await bottomOf(page, part), part).toBeLessThanOrEqual(PHONE.height);
});
