import { expect } from "@playwright/test";
import { onPage } from "../dashboard/on-page";
import { openOwnShop } from "../dashboard/own-shop";
import { test } from "../dashboard/session";
import { inDatabase } from "../pay/gateway-actions";
import { freshAddress } from "../shop/sandbox-chain";
import { shoot } from "./shoot";

/** Screenshots of automatic settlements: none, in their cooldown, active, paused and stopped. */

const TERMS = { memo: "", keep: "", time: "09:00", weekday: "1", timeZone: "Europe/Berlin", urlCallback: "" };
const RULES = [
  { coin: "USDT", network: "bsc", trigger: "weekly", threshold: "1000", keep: "250" },
  { coin: "ETH", network: "eth", trigger: "threshold", threshold: "2" },
  { coin: "AVAX", network: "avalanche", trigger: "daily", threshold: "100" },
  { coin: "POL", network: "polygon", trigger: "daily", threshold: "100", urlCallback: "https://shop.example/hook" },
];
const STOP_REASON =
  "This exceeds the 24-hour limit of 500.00 USD: it is worth 1,204.50 USD, and 0.00 USD was already sent in the last 24 hours.";

test("automatic settlements", async ({ browser }) => {
  test.setTimeout(300_000);
  const page = await openOwnShop(browser);
  await page.goto("/payouts/settlement");
  await page.waitForLoadState("networkidle");
  await shoot(page, "dashboard", "settlement-empty");
  for (const rule of RULES) {
    const data = { ...TERMS, ...rule, address: freshAddress() };
    const response = await page.request.post("/api/rpc/settlements.save", { data, headers: await onPage(page) });
    expect([rule.coin, response.status()]).toEqual([rule.coin, 200]);
    const { id }: { id: string } = await response.json();
    if (rule.coin !== "POL") await inDatabase("UPDATE settlement_rules SET usable_from = now() WHERE id = $1", [id]);
    if (rule.coin === "AVAX") await inDatabase("UPDATE settlement_rules SET stopped_at = now() WHERE id = $1", [id]);
    if (rule.coin === "ETH")
      await inDatabase("UPDATE settlement_rules SET stopped_at = now(), stop_reason = $2 WHERE id = $1", [
        id,
        STOP_REASON,
      ]);
  }
  await page.reload();
  await page.waitForLoadState("networkidle");
  await shoot(page, "dashboard", "settlement");
  await page.getByRole("button", { name: "Change", exact: true }).last().click();
  await shoot(page, "dashboard", "settlement-change");
  await page.getByRole("button", { name: "Resume…" }).first().click();
  await shoot(page, "dashboard", "settlement-resume");
});
