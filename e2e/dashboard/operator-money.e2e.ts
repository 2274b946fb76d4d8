import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../accessibility";
import { freshAddress, tokenBalance, toTokenUnits } from "../shop/sandbox-chain";
import { balance, COIN, createTestPayout, NETWORK, payIn, payoutStatus } from "./operator-payout";
import { test } from "./session";

const dialogOf = (page: Page) => page.getByRole("dialog");

// They share one coin's balance and one network's kill switch.
test.describe.configure({ mode: "serial" });

// Funds all payouts here, and the fee that is withdrawn at the end.
test.beforeAll(({ request }) => payIn(request));

test("a stopped network pays nothing out; resumed, it pays what waited, but not what was cancelled", async ({
  asOperator: page,
}) => {
  await page.goto("/operator/sends");
  await page.getByRole("button", { name: "Stop Polygon" }).click();
  await expect(dialogOf(page)).toContainText("can't be cancelled and may still confirm");
  await dialogOf(page).getByRole("button", { name: "Stop sends" }).click();
  await expect(dialogOf(page).getByText("Enter a reason")).toBeVisible();
  await dialogOf(page).getByLabel("Reason").fill("A drill");
  await dialogOf(page).getByRole("button", { name: "Stop sends" }).click();
  await expect(page.getByText("Sends are stopped on Polygon")).toBeVisible();
  await expect(page.getByText("A drill")).toBeVisible();

  const address = freshAddress();
  const payout = await createTestPayout(address, "3");
  const row = page.getByRole("row").filter({ hasText: address.slice(-6) });
  await expect(row).toContainText("Sends are stopped");
  expect(await payoutStatus(payout)).toBe("check");
  await row.getByRole("link", { name: "Payout" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Payout on Polygon");
  await expect(page.getByText("Nothing is signed yet, so nothing can reach the chain.")).toBeVisible();
  const detail = page.url();

  const before = await balance();
  const elsewhere = freshAddress();
  const hopeless = await createTestPayout(elsewhere, "2");
  await page.getByRole("link", { name: "Sends", exact: true }).first().click();
  await page
    .getByRole("row")
    .filter({ hasText: elsewhere.slice(-6) })
    .getByRole("link", { name: "Payout" })
    .click();
  await page.getByRole("button", { name: "Cancel payout…" }).click();
  await expect(dialogOf(page)).toContainText("and none will be");
  await dialogOf(page).getByRole("button", { name: "Cancel payout" }).click();
  await expect(dialogOf(page).getByText("Enter a reason")).toBeVisible();
  await dialogOf(page).getByLabel("Reason").fill("It waits for what does not come");
  await dialogOf(page).getByRole("button", { name: "Cancel payout" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Cancelled");
  await expect(page.getByRole("button", { name: "Cancel payout…" })).toHaveCount(0);
  expect([await payoutStatus(hopeless), await balance()]).toEqual(["system_fail", before]);

  await page.goto("/operator/sends");
  await page.getByRole("button", { name: "Resume Polygon" }).click();
  await dialogOf(page).getByRole("button", { name: "Resume sends" }).click();
  await expect(page.getByText("Sends are stopped on Polygon")).toHaveCount(0);
  await page.goto(detail);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Confirmed");
  await expect(page.getByText("Version 1")).toBeVisible();
  await expect.poll(() => payoutStatus(payout)).toBe("paid");
  expect(await tokenBalance(NETWORK, COIN, address)).toBe(toTokenUnits(NETWORK, COIN, "3"));
  await expectAccessible(page);
  await expectNoQuestionOfDeath(page);
});

/**
 * A confirmed transaction cannot be declared dead; if the page that shows it as lost requests it
 * anyway, it is refused.
 */
async function expectNoQuestionOfDeath(page: Page): Promise<void> {
  const ask = page.getByRole("button", { name: "Check for failure…" });
  await expect(ask).toHaveCount(0);
  await page.route("**/api/rpc/operator.sends.detail*", async (route) => {
    const response = await route.fetch();
    const known: object = await response.json();
    await route.fulfill({ response, json: { ...known, status: "sending", mayBeUnconfirmable: true } });
  });
  await ask.click();
  await expect(dialogOf(page)).toContainText("Only if all nodes that answer prove it (at least two)");
  await dialogOf(page).getByRole("button", { name: "Check transaction" }).click();
  await expect(dialogOf(page).getByRole("alert")).toContainText("It has already ended");
  await page.unroute("**/api/rpc/operator.sends.detail*");
}

test("a payout to a listed address waits; the operator refuses it, and the money is returned", async ({
  asOperator: page,
}) => {
  const address = freshAddress();
  const list = `drill ${address.slice(-8)}`;
  await page.goto("/operator/screening");
  await page.getByRole("button", { name: "Import list" }).click();
  await dialogOf(page).getByLabel("Name").fill(list);
  const pasted = dialogOf(page).getByRole("textbox", { name: "List", exact: true });
  await pasted.fill(`address,network,note\nnobody,evm,a typing error`);
  await dialogOf(page).getByRole("button", { name: "Import list" }).click();
  await expect(dialogOf(page).getByRole("alert")).toContainText("line 2");
  await expectAccessible(page);
  await pasted.fill(`address,network,note\n${address},evm,stolen funds`);
  await dialogOf(page).getByRole("button", { name: "Import list" }).click();
  await expect(page.getByRole("table", { name: "Lists" }).getByRole("row").filter({ hasText: list })).toContainText(
    "On",
  );

  const before = await balance();
  const payout = await createTestPayout(address, "4");
  expect(await payoutStatus(payout)).toBe("check");
  expect(await balance()).not.toBe(before);
  const waiting = page.getByRole("list", { name: "Waiting for your decision" }).getByRole("listitem");
  const review = waiting.filter({ hasText: payout.orderId });
  await page.reload();
  await expect(review).toContainText("stolen funds");
  await review.getByRole("button", { name: "Refuse…" }).click();
  await dialogOf(page).getByRole("button", { name: "Refuse payout" }).click();
  await expect(page.getByText("Refused. The funds are back in the balance.")).toBeVisible();
  await expect(review).toHaveCount(0);
  expect(await payoutStatus(payout)).toBe("fail");
  expect(await balance()).toBe(before);
  expect(await tokenBalance(NETWORK, COIN, address)).toBe(0n);

  await page.getByRole("button", { name: `Actions for ${list} version 1` }).click();
  await page.getByRole("menuitem", { name: "Switch off…" }).click();
  await dialogOf(page).getByRole("button", { name: "Switch off" }).click();
  await expect(page.getByText("The list is off.")).toBeVisible();
});

test("the treasury is filled from capital, and earnings are withdrawn to a verified address", async ({
  asOperator: page,
}) => {
  await page.goto("/operator/treasury");
  await page.getByRole("button", { name: "Fill treasury…" }).click();
  await dialogOf(page).getByLabel("Currency").selectOption(COIN);
  await dialogOf(page).getByLabel("Amount").fill("999999999999");
  await dialogOf(page).getByRole("button", { name: "Fill treasury" }).click();
  await expect(dialogOf(page).getByRole("alert")).toContainText("Not enough capital: ");
  await dialogOf(page).getByLabel("Amount").fill("2.5");
  await dialogOf(page).getByRole("button", { name: "Fill treasury" }).click();
  await expect(page.getByText("The treasury is filled.")).toBeVisible();
  const movements = page.getByRole("table", { name: "Capital movements" }).getByRole("row");
  await expect(movements.filter({ hasText: "Reserved for conversions" }).first()).toContainText("2.50");

  const address = freshAddress();
  await page.getByRole("button", { name: "Withdraw…" }).click();
  await dialogOf(page).getByLabel("Network").selectOption(NETWORK);
  await dialogOf(page).getByLabel("Coin").selectOption(COIN);
  await dialogOf(page).getByLabel("Address").fill("0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96046");
  await dialogOf(page).getByLabel("Amount").fill("0.2");
  await dialogOf(page).getByRole("button", { name: "Withdraw" }).click();
  await expect(dialogOf(page).getByText("This address has a typo")).toBeVisible();
  await dialogOf(page).getByLabel("Address").fill(address);
  await dialogOf(page).getByRole("button", { name: "Withdraw" }).click();
  const withdrawal = page.getByRole("listitem").filter({ hasText: address.slice(-6) });
  await expect(withdrawal).toContainText("Arrived");
  expect(await tokenBalance(NETWORK, COIN, address)).toBe(toTokenUnits(NETWORK, COIN, "0.2"));
});
