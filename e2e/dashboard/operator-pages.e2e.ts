import { expect } from "@playwright/test";
import { isOfOne, pagesOf } from "../all-pages";
import { judgePage } from "../judge-page";
import { test } from "./session";

const PAGES = [...pagesOf("(operator)").filter((address) => !isOfOne(address)), "/operator/networks/bsc"];

for (const address of PAGES) {
  test(`${address}: no accessibility violation, nothing beyond its width, no complaint in the console`, async ({
    asOperator: page,
  }) => {
    await judgePage(page, address);
  });
}

test("the operator's pages are the operator's alone", async ({ asMerchant: page }) => {
  for (const address of PAGES) {
    // Asked without a browser: the page that they are sent to is of no interest here, and takes longest.
    const answer = await page.request.get(address, { maxRedirects: 0 });
    expect([address, answer.status(), answer.headers()["location"]]).toEqual([address, 307, "/overview"]);
  }
  const answer = await page.request.get("/api/operator/sends");
  expect(answer.status()).toBe(403);
});
