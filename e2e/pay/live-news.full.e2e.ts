import { expect, type Page, test } from "@playwright/test";
import { newInvoice } from "./new-invoice";
import { redraw } from "./redraw";

const IN_USDT = { to_currency: "USDT", network: "bsc" };
const STREAM = /\/events(\?|$)/;
const STATE = /\/state(\?|$)/;

const headline = (page: Page) => page.getByRole("heading", { level: 1 });
const payExactly = (page: Page, url: string) => page.request.post(`${url}/sandbox`, { form: { kind: "exact" } });

/** Counts the page's requests whose URL matches. */
function countRequests(page: Page, address: RegExp): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (address.test(request.url())) count += 1;
  });
  return () => count;
}

test("a change is shown when the stream sends it, without any timer of the page", async ({ page }) => {
  await page.clock.install();
  const { url } = await newInvoice(IN_USDT);
  const opened = page.waitForResponse(STREAM);
  await page.goto(url);
  await opened;
  // From here on the page's clock is stopped, before it could treat the stream as silent. For the
  // delay of a change in milliseconds: npm run bench -- page-news
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 20_000));
  await payExactly(page, url);
  await expect(headline(page)).toHaveText("Paid. Thank you!");
});

test("while the stream works the page does not poll, and needs no polling", async ({ page }) => {
  const asked = countRequests(page, STATE);
  await page.route(STATE, (route) => route.abort());
  const { url } = await newInvoice(IN_USDT);
  const opened = page.waitForResponse(STREAM);
  await page.goto(url);
  expect((await opened).headers()["content-type"]).toContain("text/event-stream");
  const before = asked();
  await payExactly(page, url);
  await expect(headline(page)).toHaveText("Paid. Thank you!");
  await expect(page.locator("#spoken")).toHaveText("Paid. Thank you!");
  expect(asked()).toBe(before);
});

test("if the stream is refused, or the browser does not support it, the page polls", async ({ page, context }) => {
  await page.route(STREAM, (route) => route.fulfill({ status: 503, headers: { "retry-after": "30" } }));
  const { url } = await newInvoice(IN_USDT);
  await page.goto(url);
  await payExactly(page, url);
  await expect(headline(page)).toHaveText("Paid. Thank you!");

  const old = await context.newPage();
  await old.addInitScript(() => Reflect.deleteProperty(window, "EventSource"));
  const other = await newInvoice(IN_USDT);
  await old.goto(other.url);
  await payExactly(old, other.url);
  await expect(headline(old)).toHaveText("Paid. Thank you!");
});

test("the page is redrawn when its content changes, and never twice for the same change", async ({ page }) => {
  const { url } = await newInvoice(IN_USDT);
  await page.goto(url);
  await page.evaluate(() => {
    const keys = [document.getElementById("live")?.dataset["key"]];
    Object.assign(window, { keys });
    const note = () => keys.push(document.getElementById("live")?.dataset["key"]);
    new MutationObserver(note).observe(document.body, { childList: true });
  });
  await page.request.post(`${url}/sandbox`, { form: { kind: "little" } });
  await expect(headline(page)).toHaveText(/^Send the rest/);
  await payExactly(page, url);
  await expect(headline(page)).toHaveText("Paid. Thank you!");
  const keys = await page.evaluate(() => Reflect.get(window, "keys") as string[]);
  expect(keys.length).toBeGreaterThan(2);
  expect(keys.filter((key, n) => key === keys[n - 1])).toEqual([]);
});

test("a hidden tab closes its connection, and is up to date at once when it becomes visible", async ({ page }) => {
  const { url } = await newInvoice(IN_USDT);
  const opened = page.waitForResponse(STREAM);
  await page.goto(url);
  await opened;
  const closed = page.waitForEvent("requestfailed", (request) => STREAM.test(request.url()));
  const turn = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, isHidden);
  await turn(true);
  await closed;
  const again = page.waitForResponse(STREAM);
  await turn(false);
  expect((await again).status()).toBe(200);
  await payExactly(page, url);
  await expect(headline(page)).toHaveText("Paid. Thank you!");
});

test("a button is not redrawn while it is being pressed", async ({ page }) => {
  await page.route(STREAM, (route) => route.abort());
  const { url } = await newInvoice(IN_USDT);
  await page.goto(url);
  await page.getByRole("button", { name: "Pay too little" }).hover();
  await page.mouse.down();
  const asked = redraw(page, url);
  await payExactly(page, url);
  await asked;
  await expect(headline(page)).toHaveText(/^Send exactly/);
  await page.mouse.move(0, 0);
  await page.mouse.up();
  await expect(headline(page)).toHaveText("Paid. Thank you!");
});

test("a submission in progress is not offered again by a redraw", async ({ page }) => {
  await page.route(STREAM, (route) => route.abort());
  const { url } = await newInvoice(IN_USDT);
  await page.goto(url);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`${url}/sandbox`, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("button", { name: "Pay too little" }).click({ noWaitAfter: true });
  const asked = redraw(page, url);
  await payExactly(page, url);
  await asked;
  release();
  await expect(headline(page)).toHaveText("Paid. Thank you!");
});
