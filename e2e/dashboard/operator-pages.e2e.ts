import { expect } from "@playwright/test";
import { BOTH_THEMES } from "../accessibility";
import { OPERATOR_PAGES } from "../all-pages";
import { judgePage } from "../judge-page";
import { test } from "./session";

test("every piece that pages are made of, as the design page shows them, is accessible in both themes and fits", async ({
  asOperator: page,
}) => {
  await judgePage(page, "/operator/design", BOTH_THEMES);
});

test("the operator's pages are the operator's alone", async ({ asMerchant: page }) => {
  for (const address of OPERATOR_PAGES) {
    // Asked without a browser: the page that they are sent to is of no interest here, and takes
    // longest.
    const answer = await page.request.get(address, { maxRedirects: 0 });
    expect([address, answer.status(), answer.headers()["location"]]).toEqual([address, 307, "/overview"]);
  }
  const answer = await page.request.get("/api/rpc/operator.sends.list");
  expect(answer.status()).toBe(403);
});
