import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { askDatabase } from "./ask-database";
import { sandbox, test } from "./session";

/**
 * The operator's tasks in a bad week. Uses a separate coin, shop and job that no other test uses.
 */

const QUIET_NETWORK = "avalanche";

test("a merchant's payouts are blocked with a reason, which stays in the history, and unblocked again", async ({
  asOperator: page,
}) => {
  const name = `Shop ${randomUUID().slice(0, 8)}`;
  const [shop] = await askDatabase<{ id: string }>("INSERT INTO merchants (name) VALUES ($1) RETURNING id", [name]);
  await page.goto(`/operator/merchants?q=${encodeURIComponent(name)}`);
  await page.getByRole("link", { name }).click();
  await page.getByRole("button", { name: "Change blocks…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Block payouts").click();
  await dialog.getByRole("button", { name: "Change blocks" }).click();
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  await dialog.getByLabel("Reason").fill("A court asked for it.");
  await dialog.getByRole("button", { name: "Change blocks" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Payouts blocked");
  await expect(page.getByRole("list", { name: "Block history" })).toContainText("A court asked for it.");
  const [row] = await askDatabase<{ blocked: boolean }>(
    "SELECT payouts_blocked_at IS NOT NULL AND payments_blocked_at IS NULL AS blocked FROM merchants WHERE id = $1",
    [shop?.id],
  );
  expect(row?.blocked).toBe(true);
});

test("a changed fee is in the audit log with its old and new value", async ({ asOperator: page }) => {
  await page.goto(`/operator/networks/${QUIET_NETWORK}`);
  const change = page.getByRole("button", { name: "Change USDC on Avalanche C-Chain" });
  const dialog = page.getByRole("dialog");
  const commission = dialog.getByLabel("Payment commission, in percent");
  await change.click();
  const before = await commission.inputValue();
  await commission.fill("100");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(commission).toHaveAttribute("aria-invalid", "true");
  await commission.fill("1.37");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("row").filter({ hasText: "USDC" })).toContainText("1.37%");
  await page.goto("/operator/audit");
  await expect(page.getByText("Changed the fees and limits of a coin").first()).toBeVisible();
  const [event] = await askDatabase<{ before: object; after: object }>(
    "SELECT before, after FROM audit_events WHERE action = 'service.change' AND target = $1 ORDER BY id DESC LIMIT 1",
    [`${QUIET_NETWORK}:USDC`],
  );
  expect(event).toEqual({ before: { paymentFeePercent: before }, after: { paymentFeePercent: "1.37" } });
  await page.goto(`/operator/networks/${QUIET_NETWORK}`);
  await change.click();
  await commission.fill(before);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
});

test("a dead job is retried and succeeds", async ({ asOperator: page }) => {
  const [job] = await askDatabase<{ id: string }>(
    `SELECT id FROM graphile_worker.add_job('refresh-rates', '{"source": "retired"}', run_at => now() + interval '1 hour')`,
    [],
  );
  await askDatabase(
    "UPDATE graphile_worker._private_jobs SET attempts = max_attempts, last_error = 'the disk was full' WHERE id = $1",
    [job?.id],
  );
  await page.goto("/operator/jobs");
  const dead = page.getByRole("listitem").filter({ hasText: `job ${job?.id}` });
  await expect(dead).toContainText("the disk was full");
  await dead.getByRole("button", { name: /^Retry job/ }).click();
  await expect(dead).toHaveCount(0);
  await expect
    .poll(async () => (await askDatabase("SELECT 1 FROM graphile_worker.jobs WHERE id = $1", [job?.id])).length)
    .toBe(0);
});

test("a user who is not an operator gets none of it", async ({ asMerchant: page }) => {
  const lists = ["networks", "merchants", "users", "webhooks", "reversals", "prices"].map((list) => `${list}.list`);
  for (const name of [...lists, "jobs.kinds", "doctor.report"])
    expect([name, (await page.request.get(`/api/rpc/operator.${name}`)).status()]).toEqual([name, 403]);
  const post = await page.request.post("/api/rpc/operator.jobs.retryKind", {
    data: { kind: "send-mail" },
    headers: { origin: sandbox.baseUrl },
  });
  expect(post.status()).toBe(403);
});
