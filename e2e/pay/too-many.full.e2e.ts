import { expect, test } from "@playwright/test";
import { newInvoice } from "./new-invoice";

const STREAM = /\/events(\?|$)/;
const OFTEN = { intervals: [100] };
const STATE = /\/state(\?|$)/;

test("a page over its connection's rate limit backs off, reports no loss, and recovers", async ({ page }) => {
  await page.clock.install();
  const answers = { status: 429, asked: 0 };
  await page.route(STREAM, (route) => route.fulfill({ status: 429, headers: { "retry-after": "30" } }));
  await page.route(STATE, async (route) => {
    answers.asked += 1;
    await (answers.status === 200 ? route.continue() : route.fulfill({ status: answers.status }));
  });
  const { url } = await newInvoice({ to_currency: "USDT", network: "bsc" });
  await page.goto(url);
  const lost = page.locator("#lost");
  /** Advances time until the page has sent so many requests. */
  const untilAsked = (count: number) =>
    expect
      .poll(async () => {
        if (answers.asked < count) await page.clock.runFor(4_000);
        return answers.asked;
      }, OFTEN)
      .toBeGreaterThanOrEqual(count);

  await untilAsked(5);
  await expect(lost).toBeHidden();
  const before = answers.asked;
  await page.clock.runFor(12_000);
  expect(answers.asked).toBe(before);

  // A real loss is shown as one.
  answers.status = 503;
  await untilAsked(before + 1);
  await expect(lost).toBeVisible();
  answers.status = 200;
  await page.request.post(`${url}/sandbox`, { form: { kind: "exact" } });
  await untilAsked(before + 2);
  await expect(lost).toBeHidden();
  await expect
    .poll(async () => {
      await page.clock.runFor(4_000);
      return await page.getByRole("heading", { level: 1 }).textContent();
    }, OFTEN)
    .toBe("Paid. Thank you!");
});
