import { expect } from "@playwright/test";
import { onPage } from "../dashboard/on-page";
import { openOwnShop } from "../dashboard/own-shop";
import { test } from "../dashboard/session";
import { inDatabase } from "../pay/gateway-actions";
import { shoot } from "./shoot";

/** Screenshots of chats: none, sent, failing, stopped and disabled. */

const BLANK = { bot: "", chatId: "", url: "", kinds: ["invoice_paid", "payout_failed", "case_opened"] };
const CHATS = [
  { service: "slack", name: "Sales", url: "https://hooks.slack.com/services/T0/B0/x" },
  { service: "telegram", name: "Night shift", bot: `123456:${"a".repeat(35)}`, chatId: "-1001234567890" },
  { service: "discord", name: "Support", url: "https://discord.com/api/webhooks/1/x" },
  { service: "webhook", name: "Mattermost of the accounting department", url: "https://chat.shop.example/hooks/x" },
];
const STATES = [
  "called_at = now()",
  "called_at = now(), last_error = 'HTTP 429: Too Many Requests: retry after 35', failure_count = 1",
  "called_at = now(), last_error = 'HTTP 404: Unknown Webhook', disabled_at = now(), is_stopped = true",
  "disabled_at = now()",
];

test("chats", async ({ browser }) => {
  test.setTimeout(300_000);
  const page = await openOwnShop(browser);
  await page.goto("/settings/chats");
  await page.waitForLoadState("networkidle");
  await shoot(page, "dashboard", "chats-empty");
  for (const [index, chat] of CHATS.entries()) {
    const data = { ...BLANK, ...chat };
    const response = await page.request.post("/api/rpc/chats.create", { data, headers: await onPage(page) });
    expect([chat.name, response.status()]).toEqual([chat.name, 200]);
    const { id }: { id: string } = await response.json();
    await inDatabase(`UPDATE chats SET ${STATES[index]} WHERE id = $1`, [id]);
  }
  await page.reload();
  await page.waitForLoadState("networkidle");
  await shoot(page, "dashboard", "chats");
  await page.getByRole("button", { name: "Add chat…" }).click();
  await shoot(page, "dashboard", "chats-add");
});
