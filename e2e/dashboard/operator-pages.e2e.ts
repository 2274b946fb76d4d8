import { expect } from "@playwright/test";
import { BOTH_THEMES } from "../accessibility";
import { OPERATOR_PAGES } from "../all-pages";
import { judgePage } from "../judge-page";
import { test } from "./session";

test("every component on the design page is accessible in both themes and fits", async ({ asOperator: page }) => {
  await judgePage(page, "/operator/design", BOTH_THEMES);
});

test("only the operator can open the operator's pages", async ({ asMerchant: page }) => {
  for (const address of OPERATOR_PAGES) {
    // Requested without a browser: the redirect target does not matter here, and takes longest.
    const answer = await page.request.get(address, { maxRedirects: 0 });
    expect([address, answer.status(), answer.headers()["location"]]).toEqual([address, 307, "/overview"]);
  }
  const answer = await page.request.get("/api/rpc/operator.sends.list");
  expect(answer.status()).toBe(403);
});
