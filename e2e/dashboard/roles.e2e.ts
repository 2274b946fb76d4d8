import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../accessibility";
import { openOwnShop } from "./own-shop";

/** A day of each role: what it sees of the navigation and of the pages, and which buttons are not there for it. */

const ROLES = ["owner", "manager", "developer", "viewer"] as const;
type Role = (typeof ROLES)[number];

type Button = { readonly path: string; readonly name: string | RegExp; readonly for: readonly Role[] };

const BUTTONS: readonly Button[] = [
  { path: "/invoices", name: /New invoice/, for: ["owner", "manager"] },
  { path: "/payouts", name: /Pay out/, for: ["owner", "manager"] },
  { path: "/wallets", name: /New (static )?wallet/, for: ["owner", "manager"] },
  { path: "/settings", name: "Save", for: ["owner"] },
  { path: "/settings/branding", name: "Save", for: ["owner"] },
  { path: "/settings/members", name: "Invite somebody…", for: ["owner"] },
];

const tabs = (page: Page) => page.getByRole("navigation", { name: "Settings" }).getByRole("link");

for (const role of ROLES) {
  test(`the ${role} sees every page that is theirs, and no button that would be refused`, async ({ browser }) => {
    test.slow();
    const page = await openOwnShop(browser, role);
    for (const { path, name, for: roles } of BUTTONS) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      const main = page.getByRole("main");
      const button = main.getByRole("button", { name }).or(main.getByRole("link", { name })).first();
      if (roles.includes(role)) await expect(button).toBeVisible();
      else await expect(button).toHaveCount(0);
    }
    const mayAudit = role === "owner" || role === "manager";
    const names = ["Shop", "Branding", "Members", "Account", ...(mayAudit ? ["Audit log"] : [])];
    await expect(tabs(page)).toHaveText(names);
    await page.goto("/settings/audit");
    if (mayAudit) await expect(page.getByRole("heading", { name: "Audit log" })).toBeVisible();
    else await expect(page.getByText("There is nothing here")).toBeVisible();
    await page.context().close();
  });
}

test("what an owner changes stands in the audit log as it was and as it is, and the members page says who is there", async ({
  browser,
}) => {
  const page = await openOwnShop(browser);
  await page.goto("/settings");
  await page.getByLabel("Support contact").fill("help@shop.example");
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await tabs(page).filter({ hasText: "Audit log" }).click();
  const entry = page.getByRole("table", { name: "Audit log" }).getByRole("row").nth(1);
  await expect(entry).toContainText("Changed the shop's settings");
  await expect(entry).toContainText("Support contact");
  await expect(entry).toContainText("help@shop.example");
  await expectAccessible(page);
  await page.getByLabel("About").selectOption("Money that moves");
  await expect(page.getByText("No entry fits")).toBeVisible();
  await expect(page).toHaveURL(/kind=money/);
  await tabs(page).filter({ hasText: "Members" }).click();
  await expect(page.getByRole("table", { name: "Members" })).toContainText("Vera Lindqvist");
  await expectAccessible(page);
  await page.getByRole("button", { name: /^What to do about/ }).click();
  await page.getByRole("menuitem", { name: "Leave this merchant…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Leave it" }).click();
  await expect(page.getByRole("dialog")).toContainText("You are the only owner");
  await page.context().close();
});
