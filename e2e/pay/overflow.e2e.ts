import { expect, test } from "@playwright/test";
import { ALL_LOCALES } from "../../lib/locales/locales";
import { renderPages } from "../shots/rendered-pages";
import { addTextFit, findCramped } from "./text-fit";

/** The narrowest phones that are sold; and the width at which the guidelines want pages to be read without scrolling sideways. */
const PHONE = 360;
const NARROWEST = 320;
const LONGEST = 25;

// Nothing here asks the gateway for anything, so the languages need not wait for each other.
test.describe.configure({ mode: "parallel" });

// All that are known, which are those that are offered: catalogues.test.ts compares them.
for (const locale of ALL_LOCALES) {
  test(`in ${locale}, nothing on any state of the pages is wider than a phone, cut off or broken`, async ({ page }) => {
    const shots = await renderPages(locale);
    expect(shots.length).toBeGreaterThan(50);
    const longest = shots.toSorted((one, other) => other.html.length - one.html.length).slice(0, LONGEST);
    await addTextFit(page);
    const cramped = [...(await findCramped(page, shots, PHONE)), ...(await findCramped(page, longest, NARROWEST))];
    expect(cramped).toEqual([]);
  });
}
