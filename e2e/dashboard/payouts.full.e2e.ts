import { expect } from "@playwright/test";
import { freshAddress } from "../shop/sandbox-chain";
import { fillPayout } from "./fill-payout";
import { test } from "./session";

test("figures of an earlier input are never shown, nor figures that nobody could calculate, and a bad address is named beside its field", async ({
  asMerchant: page,
}) => {
  const wrong = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96046";
  await fillPayout(page, "2", wrong);
  await expect(
    page.getByText("There is a typing error in this address: its checksum does not fit.").first(),
  ).toBeVisible();
  await page.getByRole("button", { name: "Pay out…" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.getByLabel("Address", { exact: true }).fill(freshAddress());
  const figures = page.getByRole("definition");
  await expect(figures.first()).toContainText("2.00");
  const amount = page.getByLabel("Amount");
  // Answers come late and even though they were called off, the one about 3 behind the one about 4.
  let answerThree: () => void = () => undefined;
  await page.route("**/api/payouts/preview", async (route) => {
    if (route.request().postDataJSON().amount !== "3") return await route.continue();
    await new Promise<void>((resolve) => {
      answerThree = resolve;
    });
    await route.continue().catch(() => undefined);
  });
  const asked = page.waitForRequest((request) => request.postDataJSON()?.amount === "3");
  await amount.fill("3");
  await asked;
  await expect(page.getByRole("status", { name: "Calculating" })).toBeVisible();
  await expect(figures).toHaveCount(0);
  await amount.fill("4");
  await expect(figures.first()).toContainText("4.00");
  answerThree();
  await expect(figures.first()).toContainText("4.00");

  await amount.fill("");
  await expect(page.getByText("Fill in an amount and a network")).toBeVisible();
  await expect(figures).toHaveCount(0);
  await page.route("**/api/payouts/preview", (route) => route.abort("internetdisconnected"));
  await amount.fill("5");
  await expect(page.getByText("It cannot be calculated right now")).toBeVisible();
  await expect(page.getByText("The server does not answer.")).toBeVisible();
  await expect(figures).toHaveCount(0);
  await page.unroute("**/api/payouts/preview");
  await amount.fill("6");
  await expect(figures.first()).toContainText("6.00");
});
