import { expect, test } from "@playwright/test";
import { type FirstStart, firstStart } from "./first-start";

let gateway: FirstStart;
test.beforeAll(async () => {
  gateway = await firstStart();
});
test.afterAll(() => gateway?.stop());

const ANSWERS = {
  "Your name": "Ada",
  "E-mail": "ada@example.com",
  Password: "a few words in a row",
  "Shop name": "Paper Lantern",
};

test("at the very first start, the reader of the terminal becomes the operator, once, and the page closes for good", async ({
  browser,
}) => {
  const page = await browser.newPage({ baseURL: gateway.baseUrl });
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));

  await page.goto("/setup");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome");
  for (const [label, text] of Object.entries(ANSWERS)) await page.getByLabel(label).fill(text);

  await page.getByLabel("Set-up code").fill("0000-0000-0000-0000");
  await page.getByRole("button", { name: "Create operator" }).click();
  await expect(page.getByText("This is not the code printed at the last start.")).toBeVisible();
  await expect(page.getByLabel("Set-up code")).toHaveAttribute("aria-invalid", "true");
  await expect(page).toHaveURL(/\/setup$/);

  await page.getByLabel("Set-up code").fill(gateway.code.toLowerCase());
  await page.getByRole("button", { name: "Create operator" }).click();
  await page.waitForURL(/\/overview$/);
  await expect(page.getByRole("main")).toBeVisible();

  await page.goto("/operator");
  await expect(page).toHaveURL(/\/operator$/);
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto("/setup");
  await expect(page).toHaveURL(/\/(overview|operator|sign-in)$/);

  const stranger = await browser.newPage({ baseURL: gateway.baseUrl });
  await stranger.goto("/setup");
  await expect(stranger).toHaveURL(/\/sign-in$/);
  const data = { code: gateway.code, name: "X", email: "x@example.com", password: "x".repeat(20), merchantName: "X" };
  const second = await stranger.request.post("/api/setup", { data, headers: { origin: gateway.baseUrl } });
  expect(second.status()).toBe(422);
  // No account exists for the second visitor.
  await stranger.getByLabel("E-mail").fill(data.email);
  await stranger.getByLabel("Password").fill(data.password);
  await stranger.getByRole("button", { name: "Sign in" }).click();
  await expect(stranger.getByRole("alert").filter({ hasText: /\S/ }).first()).toBeVisible();
  await expect(stranger).toHaveURL(/\/sign-in$/);

  await stranger.getByLabel("E-mail").fill(ANSWERS["E-mail"]);
  await stranger.getByLabel("Password").fill(ANSWERS.Password);
  await stranger.getByRole("button", { name: "Sign in" }).click();
  await stranger.waitForURL(/\/(overview|operator)$/);
  // Browsers log the 422 of the wrong code.
  expect(complaints.filter((text) => !text.includes("422"))).toEqual([]);
});
