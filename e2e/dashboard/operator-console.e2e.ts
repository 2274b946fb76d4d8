import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import pg from "pg";
import { sendTokens } from "../shop/sandbox-chain";
import { sandbox, test } from "./session";

/** What the operator does in a bad week. Nothing of what other tests use is touched: a network, a shop and a job of their own. */

type Description = {
  readonly database: string;
  readonly networks: Readonly<Record<string, { readonly rpcUrl: string }>>;
};

const QUIET_NETWORK = "avalanche";
const described: Description = JSON.parse(
  readFileSync(process.env["E2E_SANDBOX_FILE"] ?? ".data/sandbox.json", "utf8"),
);

async function ask<Row extends pg.QueryResultRow>(statement: string, values: readonly unknown[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: described.database });
  await client.connect();
  try {
    return (await client.query<Row>(statement, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** The process of a sandbox node, by the port that it was told. */
function nodeProcess(url: string): number {
  const { port } = new URL(url);
  const found = readdirSync("/proc").find((name) => {
    if (!/^\d+$/.test(name)) return false;
    const words = readWords(`/proc/${name}/cmdline`);
    return words.some((word) => word.includes("anvil")) && words[words.indexOf("--port") + 1] === port;
  });
  if (found === undefined) throw new Error(`no node at ${url}`);
  return Number.parseInt(found, 10);
}

function readWords(path: string): string[] {
  try {
    return readFileSync(path, "utf8").split("\0");
  } catch {
    return [];
  }
}

test("a node that stops is named by the doctor with how to mend it, and good again when it runs", async ({
  asOperator: page,
}) => {
  const url = described.networks[QUIET_NETWORK]?.rpcUrl ?? "";
  const pid = nodeProcess(url);
  const finding = page.getByRole("listitem").filter({ hasText: `Avalanche C-Chain, node ${new URL(url).host}` });
  const expectState = (state: string) =>
    expect(async () => {
      await page.getByRole("button", { name: "Look again" }).click();
      await expect(finding).toContainText(state, { timeout: 2_000 });
    }).toPass({ timeout: 45_000 });
  await page.goto("/operator/doctor");
  await expectState("It answers");
  process.kill(pid, "SIGSTOP");
  try {
    await expectState("It does not answer");
    await expect(finding).toContainText("NODE_URLS_AVALANCHE");
  } finally {
    process.kill(pid, "SIGCONT");
  }
  await expectState("It answers");
});

test("payouts of a merchant are blocked with a reason, which stays in the history, and let go again", async ({
  asOperator: page,
}) => {
  const name = `Shop ${randomUUID().slice(0, 8)}`;
  const [shop] = await ask<{ id: string }>("INSERT INTO merchants (name) VALUES ($1) RETURNING id", [name]);
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
  await expect(page.getByRole("list", { name: "History of the blocks" })).toContainText("A court asked for it.");
  const [row] = await ask<{ blocked: boolean }>(
    "SELECT payouts_blocked_at IS NOT NULL AND payments_blocked_at IS NULL AS blocked FROM merchants WHERE id = $1",
    [shop?.id],
  );
  expect(row?.blocked).toBe(true);
});

test("what came to nobody's address is credited to a merchant, once its page has said what that does and costs", async ({
  asOperator: page,
}) => {
  const name = `Shop ${randomUUID().slice(0, 8)}`;
  await ask("INSERT INTO merchants (name) VALUES ($1)", [name]);
  const [free] = await ask<{ address: string }>(
    "SELECT address FROM addresses WHERE family = 'evm' AND taken_at IS NULL ORDER BY id DESC LIMIT 1",
    [],
  );
  const transaction = await sendTokens(QUIET_NETWORK, "USDT", free?.address ?? "", 42n);
  await page.goto(`/operator/cases?q=${transaction}`);
  const link = page.getByRole("table", { name: "Cases" }).getByRole("link", { name: "Nobody's address" });
  await expect(link).toBeVisible({ timeout: 30_000 });
  await link.click();
  await expect(page.getByText("Its address was given to nobody")).toBeVisible();
  await page.getByRole("button", { name: "Credit…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Credit it" })).toBeDisabled();
  await dialog.getByLabel("Merchant").selectOption({ label: name });
  await expect(dialog).toContainText("41.58 USDT");
  await dialog.getByRole("button", { name: "Credit it" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Credited");
  await expect(page.getByText(`Credited it to ${name}`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Credit…" })).toHaveCount(0);
});

test("a changed fee is in the audit log with what it was and what it is", async ({ asOperator: page }) => {
  await page.goto(`/operator/networks/${QUIET_NETWORK}`);
  const change = page.getByRole("button", { name: "Change USDC on Avalanche C-Chain" });
  const dialog = page.getByRole("dialog");
  const commission = dialog.getByLabel("Commission of a payment, in percent");
  await change.click();
  const before = await commission.inputValue();
  await commission.fill("100");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(commission).toHaveAttribute("aria-invalid", "true");
  await commission.fill("1.37");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("row").filter({ hasText: "USDC" })).toContainText("1.37 %");
  await page.goto("/operator/audit");
  await expect(page.getByText("Changed fees and limits of a coin").first()).toBeVisible();
  const [event] = await ask<{ before: object; after: object }>(
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

test("a job that was given up is tried again, and done", async ({ asOperator: page }) => {
  const [job] = await ask<{ id: string }>(
    "SELECT id FROM graphile_worker.add_job('requeue-stranded-deliveries', '{}', run_at => now() + interval '1 hour')",
    [],
  );
  await ask(
    "UPDATE graphile_worker._private_jobs SET attempts = max_attempts, last_error = 'the disk was full' WHERE id = $1",
    [job?.id],
  );
  await page.goto("/operator/jobs");
  const dead = page.getByRole("listitem").filter({ hasText: `job ${job?.id}` });
  await expect(dead).toContainText("the disk was full");
  await dead.getByRole("button", { name: /^Retry job/ }).click();
  await expect(dead).toHaveCount(0);
  await expect
    .poll(async () => (await ask("SELECT 1 FROM graphile_worker.jobs WHERE id = $1", [job?.id])).length)
    .toBe(0);
});

test("who is not the operator gets none of it", async ({ asMerchant: page }) => {
  for (const path of ["doctor", "networks", "merchants", "users", "jobs", "webhooks", "reversals", "prices"])
    expect([path, (await page.request.get(`/api/operator/${path}`)).status()]).toEqual([path, 403]);
  const post = await page.request.post("/api/operator/jobs/retry", {
    data: { kind: "send-mail" },
    headers: { origin: sandbox.baseUrl },
  });
  expect(post.status()).toBe(403);
});
