import { test } from "@playwright/test";
import { openOwnShop } from "../dashboard/own-shop";
import { test as withPeople } from "../dashboard/session";
import { shoot } from "./shoot";

/** Screenshots of members and audit log: full, empty, and as a viewer sees them. */

const MINUTES = 300_000;

test("members and the audit log of a new shop, and what a viewer sees", async ({ browser }) => {
  test.setTimeout(MINUTES);
  const page = await openOwnShop(browser);
  await page.goto("/settings/audit");
  await page.waitForLoadState("networkidle");
  await shoot(page, "dashboard", "audit-empty");
  await page.goto("/settings/members");
  await page.waitForLoadState("networkidle");
  await shoot(page, "dashboard", "members");
  await page.getByRole("button", { name: "Invite member…" }).click();
  await shoot(page, "dashboard", "members-invite");
  await page.context().close();
  const viewer = await openOwnShop(browser, "viewer");
  await viewer.goto("/settings/members");
  await viewer.waitForLoadState("networkidle");
  await shoot(viewer, "dashboard", "members-viewer");
  await viewer.context().close();
});

withPeople("the audit log of a shop at work, and of the installation", async ({ asMerchant: page, asOperator }) => {
  withPeople.setTimeout(MINUTES);
  await page.goto("/settings/audit");
  await page.waitForLoadState("networkidle");
  await shoot(page, "dashboard", "audit");
  await page.goto("/settings/account");
  await page.waitForLoadState("networkidle");
  await shoot(page, "dashboard", "account");
  await asOperator.goto("/operator/audit");
  await asOperator.waitForLoadState("networkidle");
  await shoot(asOperator, "operator", "audit");
});
