import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { namedEntry } from "../all-pages";
import { sandbox } from "../machine-api";
import { freshAddress } from "../shop/sandbox-chain";
import { readSteps, type Step } from "./read-steps";
import { secondTerminal, type Terminal } from "./second-terminal";

const PAGE = join(import.meta.dirname, "../../docs/first-hour.md");
const PORT_OF_PAGE = "4400";
/** For a chain's confirmations. */
const SETTLING = { timeout: 60_000 };

type Hour = { tabs: Page[]; terminal: Terminal | null };

test("a stranger who follows docs/first-hour.md gets paid, verifies a webhook and pays out", async ({ browser }) => {
  test.setTimeout(180_000);
  const page = fillIn(readFileSync(PAGE, "utf8"), String(await freePort()));
  const chapters = readSteps(page);
  expect(chapters.flatMap(({ steps }) => steps).length).toBeGreaterThan(30);
  const context = await browser.newContext({ baseURL: sandbox.baseUrl, locale: "en-GB", timezoneId: "UTC" });
  context.setDefaultTimeout(15_000);
  const hour: Hour = { tabs: [await context.newPage()], terminal: null };
  try {
    for (const { title, steps } of chapters) {
      await test.step(title, async () => {
        for (const step of steps) await follow(hour, step);
      });
    }
  } finally {
    await hour.terminal?.close();
    await context.close();
  }
});

/** Fills in what the reader finds in the terminal, and the port and file of this run. */
function fillIn(page: string, port: string): string {
  return page
    .replaceAll("{dashboard.email}", sandbox.dashboard.email)
    .replaceAll("{dashboard.password}", sandbox.dashboard.password)
    .replace("`{a new address}` as", `\`${freshAddress()}\` as`)
    .replaceAll(".data/sandbox.json", process.env["E2E_SANDBOX_FILE"] ?? ".data/sandbox.json")
    .replaceAll(PORT_OF_PAGE, port);
}

async function follow(hour: Hour, step: Step): Promise<void> {
  if (step.act === "run") {
    hour.terminal = secondTerminal(step.script);
    return;
  }
  if (step.act === "terminal-says") {
    if (hour.terminal === null) throw new Error("nothing runs in the second terminal yet");
    return await hour.terminal.says(step.text);
  }
  const page = hour.tabs.at(-1);
  if (page === undefined) throw new Error("no tab is open");
  if (step.act === "close-tab") {
    hour.tabs.pop();
    return await page.close();
  }
  if (step.act === "press-to-new-tab") {
    // A page that is still rendering may replace the link that was pressed: it is pressed again.
    await expect(async () => {
      const opening = page.context().waitForEvent("page", { timeout: 3_000 });
      const [opened] = await Promise.all([opening, press(page, step.name)]);
      hour.tabs.push(opened);
    }).toPass(SETTLING);
    return;
  }
  await followOnPage(page, step);
}

type PageStep = Extract<Step, { act: "open" | "follow" | "press" | "unfold" | "see" | "write" | "choose" }>;

async function followOnPage(page: Page, step: PageStep): Promise<void> {
  if (step.act === "open") await page.goto(step.path);
  if (step.act === "follow")
    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: namedEntry(step.name) })
      .click();
  if (step.act === "press") await press(page, step.name);
  if (step.act === "unfold") await page.getByText(step.name, { exact: true }).click();
  if (step.act === "write") await page.getByLabel(step.label, { exact: true }).fill(step.what);
  if (step.act === "choose") await choose(page, step.what, step.label);
  if (step.act === "see") await expect(page.getByText(step.name, { exact: true }).first()).toBeVisible(SETTLING);
}

/** Content behind an open dialog cannot be pressed, and must not be found here. */
async function press(page: Page, name: string): Promise<void> {
  const place = page.getByRole("dialog").or(page.getByRole("alertdialog")).or(page.getByRole("main"));
  const button = place.getByRole("button", { name, exact: true }).or(place.getByRole("link", { name, exact: true }));
  await button.first().click();
}

/** Options show a coin's code and full name. */
async function choose(page: Page, what: string, label: string): Promise<void> {
  const list = page.getByLabel(label, { exact: true });
  const option = list.locator("option").filter({ hasText: what });
  await expect(option.first()).toBeAttached();
  await list.selectOption((await option.first().getAttribute("value")) ?? what);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        typeof address === "object" && address ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}
