import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { sendTokens } from "../shop/sandbox-chain";
import { askDatabase, described } from "./ask-database";
import { test } from "./session";

/** The operator's tasks in a bad week with a network, which no other test stops. */

const QUIET_NETWORK = "avalanche";

/** Returns the process of a sandbox node, found by its port argument. */
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

test("the doctor names a stopped node and its remedy, and reports it as good when it runs again", async ({
  asOperator: page,
}) => {
  const url = described.networks[QUIET_NETWORK]?.rpcUrl ?? "";
  const pid = nodeProcess(url);
  const finding = page.getByRole("listitem").filter({ hasText: `Avalanche C-Chain, node ${new URL(url).host}` });
  const expectState = (state: string) =>
    expect(async () => {
      await page.getByRole("button", { name: "Run again" }).click();
      await expect(finding).toContainText(state, { timeout: 2_000 });
    }).toPass({ timeout: 45_000 });
  await page.goto("/operator/doctor");
  await expectState("It responds");
  process.kill(pid, "SIGSTOP");
  try {
    await expectState("It does not respond");
    await expect(finding).toContainText("NODE_URLS_AVALANCHE");
  } finally {
    process.kill(pid, "SIGCONT");
  }
  await expectState("It responds");
});

test("a deposit to an unassigned address is credited to a merchant, after its page has shown effect and cost", async ({
  asOperator: page,
}) => {
  const name = `Shop ${randomUUID().slice(0, 8)}`;
  await askDatabase("INSERT INTO merchants (name) VALUES ($1)", [name]);
  const [free] = await askDatabase<{ address: string }>(
    "SELECT address FROM addresses WHERE family = 'evm' AND assigned_at IS NULL ORDER BY id DESC LIMIT 1",
    [],
  );
  const transaction = await sendTokens(QUIET_NETWORK, "USDT", free?.address ?? "", 42n);
  await page.goto(`/operator/cases?q=${transaction}`);
  const link = page.getByRole("table", { name: "Cases" }).getByRole("link", { name: "Unassigned address" });
  await expect(link).toBeVisible({ timeout: 30_000 });
  await link.click();
  await expect(page.getByText("arrived at a gateway address that was never assigned")).toBeVisible();
  await page.getByRole("button", { name: "Credit…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Credit payment" })).toBeDisabled();
  await dialog.getByLabel("Merchant").selectOption({ label: name });
  await expect(dialog).toContainText("41.58 USDT");
  await dialog.getByRole("button", { name: "Credit payment" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Credited");
  await expect(page.getByText(`Credited to ${name}`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Credit…" })).toHaveCount(0);
});
