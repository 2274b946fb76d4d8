import { expect, test } from "@playwright/test";
import { newInvoice } from "./new-invoice";

const STREAM = /\/events(\?|$)/;
const OFTEN = { intervals: [100] };
const STATE = /\/state(\?|$)/;

test("a page whose connection asked too much asks less and less, shows no loss, and goes on by itself", async ({
  page,
}) => {
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
  /** Lets time pass until the page has asked so often. */
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

  // What is a loss is shown as one, and only then.
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
