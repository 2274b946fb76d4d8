import { expect, type Page } from "@playwright/test";
import { failEveryCommand } from "../dashboard/failing-answers";
import { createTestPayout, NETWORK, payIn } from "../dashboard/operator-payout";
import { sandbox, test } from "../dashboard/session";
import { freshAddress } from "../shop/sandbox-chain";
import { shoot } from "./shoot";

/** Screenshots of the operator's pages, and of the confirmations of irreversible actions. */

const FOLDER = "operator";
const PAGES = [
  "doctor",
  "networks",
  "networks/eth",
  "prices",
  "jobs",
  "webhooks",
  "reversals",
  "merchants",
  "users",
  "sends",
  "wallets",
  "treasury",
  "screening",
  "cases",
  "exchanges",
] as const;

async function openDialog(page: Page, address: string, button: string | RegExp, item?: string): Promise<void> {
  await page.goto(address);
  await page.getByRole("button", { name: button }).first().click();
  if (item !== undefined) await page.getByRole("menuitem", { name: item }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
}

test("the operator's pages", async ({ asOperator: page }) => {
  test.setTimeout(300_000);
  await page.goto("/operator");
  await expect(page.getByRole("table", { name: "Networks" })).toBeVisible();
  await shoot(page, FOLDER, "overview");
  for (const name of PAGES) {
    await page.goto(`/operator/${name}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
    await shoot(page, FOLDER, name.replace("/", "-"));
  }
});

test("one send, and the dialogs", async ({ asOperator: page }) => {
  test.setTimeout(300_000);
  await page.goto("/operator/sends?state=done");
  const newest = page.getByRole("table", { name: "Sends" }).getByRole("link").first();
  if ((await newest.count()) > 0) {
    await newest.click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Confirmed");
    await shoot(page, FOLDER, "send");
  }
  await openDialog(page, "/operator/networks/eth", "Change USDT on Ethereum");
  await shoot(page, FOLDER, "service");
  await openDialog(page, "/operator/networks/eth", "Change Ethereum");
  await shoot(page, FOLDER, "network");
  await openDialog(page, "/operator/merchants", "Invite merchant…");
  await shoot(page, FOLDER, "invite-merchant");
  await openDialog(page, "/operator/users", /^Actions for /, "Suspend…");
  await shoot(page, FOLDER, "suspend");
  await openDialog(page, "/operator/sends", "Stop everywhere…");
  await shoot(page, FOLDER, "stop");
  await openDialog(page, "/operator/treasury", "Withdraw…");
  await shoot(page, FOLDER, "withdraw");
  await openDialog(page, "/operator/screening", "Import list");
  await shoot(page, FOLDER, "import");
  await openDialog(page, "/operator/wallets", "Sweep policy of USDT");
  await shoot(page, FOLDER, "sweep-policy");
  await openDialog(page, "/operator/wallets", "Actions for USDT", "Cold address…");
  await shoot(page, FOLDER, "cold-address");
});

test("exchange terms: refused, failing, the operator's own, and reset", async ({ asOperator: page }) => {
  test.setTimeout(300_000);
  await openDialog(page, "/operator/exchanges", "Change USDT on BNB Smart Chain");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Usual fee, in USDT").fill("a little");
  await dialog.getByLabel("Usual minimum, in USDT").fill("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByLabel("Usual fee, in USDT")).toBeFocused();
  await shoot(page, FOLDER, "exchange-refused");
  await failEveryCommand(page, "offline");
  await dialog.getByLabel("Usual fee, in USDT").fill("0.3");
  await dialog.getByLabel("Usual minimum, in USDT").fill("10");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await shoot(page, FOLDER, "exchange-failed");
  await page.unroute("**/api/**");
  const kept = { networkCode: "eth", currencyCode: "VERSE", fee: "123456789.123456789", minimum: "1234567890" };
  const post = (path: string, data: object) => page.request.post(path, { data, headers: { origin: sandbox.baseUrl } });
  expect((await post("/api/rpc/operator.exchanges.set", kept)).status()).toBe(200);
  try {
    await openDialog(page, "/operator/exchanges", /^Actions for VERSE/, "Reset…");
    await shoot(page, FOLDER, "exchange-reset");
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await shoot(page, FOLDER, "exchanges-own");
  } finally {
    await post("/api/rpc/operator.exchanges.reset", { networkCode: "eth", currencyCode: "VERSE" });
  }
});

test("a stopped network, and a payout that waits for it", async ({ asOperator: page, request }) => {
  test.setTimeout(300_000);
  const switchTo = (state: "stop" | "resume", data: object) =>
    page.request.post(`/api/rpc/operator.stops.${state}`, { data, headers: { origin: sandbox.baseUrl } });
  await payIn(request);
  await switchTo("stop", { scope: NETWORK, reason: "The node is being replaced." });
  try {
    const address = freshAddress();
    await createTestPayout(address, "3");
    await page.goto("/operator/sends");
    const row = page.getByRole("row").filter({ hasText: address.slice(-6) });
    await expect(row).toContainText("Sends are stopped");
    await shoot(page, FOLDER, "stopped");
    await row.getByRole("link", { name: "Payout" }).click();
    await page.getByRole("button", { name: "Cancel payout…" }).click();
    await shoot(page, FOLDER, "give-up");
    await page.getByRole("dialog").getByRole("button", { name: "Keep payout" }).click();
    await shoot(page, FOLDER, "send-waiting");
  } finally {
    await switchTo("resume", { scope: NETWORK });
  }
});
