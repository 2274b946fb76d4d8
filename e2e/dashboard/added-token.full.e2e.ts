import { expect } from "@playwright/test";
import { deployToken } from "@/scripts/lib/sandbox-tokens.mjs";
import { chainOf } from "../shop/sandbox-chain";
import { askDatabase } from "./ask-database";
import { test } from "./session";

/** Cancelled during its cooldown, so that the coins of other tests stay unchanged. */
test("an operator adds a token by its contract, sees what the nodes and price sources report, and removes it in time", async ({
  asOperator: page,
}) => {
  const { rpcUrl, faucet } = chainOf("bsc");
  const contract = await deployToken(rpcUrl, faucet, {
    contract: "standard-token",
    name: "Chainlink",
    symbol: "LINK",
    decimals: 18,
  });
  await page.goto("/operator/networks/bsc");
  const dialog = page.getByRole("dialog");
  const list = page.getByRole("list", { name: "Tokens being added" });

  await page.getByRole("button", { name: "Add token…" }).click();
  await dialog.getByLabel("Contract address").fill("0x1234");
  await dialog.getByRole("button", { name: "Look up token" }).click();
  await expect(dialog.getByText("It is no contract of BNB Smart Chain")).toBeVisible();
  await dialog.getByLabel("Contract address").fill(faucet);
  await dialog.getByRole("button", { name: "Look up token" }).click();
  await expect(list.getByText("There is no token at this contract")).toBeVisible();
  await list.getByRole("button", { name: `Actions for ${faucet}` }).click();
  await page.getByRole("menuitem", { name: "Remove…" }).click();
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("There is no token at this contract")).toBeHidden();

  await page.getByRole("button", { name: "Add token…" }).click();
  await dialog.getByLabel("Contract address").fill(contract.toLowerCase());
  await dialog.getByRole("button", { name: "Look up token" }).click();
  await expect(list).toContainText("Needs terms");
  await expect(list).toContainText("18 decimals. Sandbox: 13.");
  await list.getByRole("button", { name: "Set the terms of LINK" }).click();
  await expect(dialog).toContainText("LINK, 18 decimals");
  await expect(dialog.getByLabel("Minimum payment, in LINK")).toHaveValue("0.08");
  await dialog.getByLabel("Name").fill("Chainlink");
  await dialog.getByLabel("Maximum payout, in LINK").fill("0.01");
  await dialog.getByRole("button", { name: "Add token" }).click();
  await expect(dialog.getByText("Must not be below the minimum payout.")).toBeVisible();
  await dialog.getByLabel("Maximum payout, in LINK").fill("500");
  await dialog.getByRole("button", { name: "Add token" }).click();
  await expect(list).toContainText("Cooldown");
  const [mail] = await askDatabase<{ text: string }>("SELECT text FROM mails WHERE subject = $1 LIMIT 1", [
    "LINK is being added on BNB Smart Chain",
  ]);
  expect(mail?.text).toContain(contract);
  await list.getByRole("button", { name: "Actions for LINK" }).click();
  await page.getByRole("menuitem", { name: "Remove…" }).click();
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("button", { name: "Actions for LINK" })).toBeHidden();
  await expect(page.getByRole("table", { name: "Coins" })).not.toContainText("LINK");
});
