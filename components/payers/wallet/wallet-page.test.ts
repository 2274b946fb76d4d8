import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import {
  renderWalletPage,
  renderWalletReceipt,
  walletPageUpdateText,
} from "@/components/payers/wallet/render-wallet-page";
import { DEPOSIT_STATES, recent, walletPageView } from "@/components/payers/wallet/testing/wallet-views";
import type { RecentDeposit, WalletPageView } from "@/lib/fronts/wallet-page/load-wallet-page";
import { ENGLISH } from "@/lib/kernel/locales/messages";
import { ADDRESS } from "@/lib/money-in/invoices/testing/pay-views";

/** Compressed size, with everything included (HTML, style, script, QR code). */
const BYTES_MAX = 40 * 1024;

const page = (changes: Partial<WalletPageView> = {}) =>
  renderWalletPage({ view: walletPageView(changes), error: null, hasPlayMoney: false, messages: ENGLISH, lang: null });

/** The text of a page: the markup without its tags, style and script. */
const textOf = (html: string) =>
  html
    .replace(/<(style|script|svg)\b.*?<\/\1>/gs, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/[\s\u00a0]+/g, " ");

test("shows first which coin to send on which network, and the whole address to copy and as a QR code", async () => {
  const html = await page();
  expect(textOf(html.slice(html.indexOf("<h1"), html.indexOf("</h1>"))).trim()).toBe(
    "Send USDT on BNB Smart Chain to this address",
  );
  expect(html).toContain(`data-copy="${ADDRESS}"`);
  expect(html).toContain('aria-label="QR code of the address"');
});

test("shows the minimum, warns of other networks once, and names the shop and a contact", async () => {
  const text = textOf(await page());
  expect(text).toContain("Minimum 0.5 USDT");
  expect(text.split("may be lost")).toHaveLength(2);
  expect(text).toContain("BEP-20");
  expect(text).toContain("Paper Lantern");
  expect(text).toContain("help@shop.example");
});

test.each(["blocked", "in_active"] as const)(
  "that is %s shows no address in any form, and says what to do",
  async (status) => {
    const html = await page({ status, target: null });
    expect(html).not.toContain(ADDRESS);
    expect(html).not.toContain("QR code");
    expect(textOf(html)).toMatch(/Please send nothing .*Ask Paper Lantern|Please send nothing .*ask Paper Lantern/);
  },
);

test("lists the last payments with amount and state, and no data about a transaction or a sender", async () => {
  const html = await page({
    recent: DEPOSIT_STATES.map((state, index) => recent(`${index + 1}`, { state, confirmations: 3 })),
  });
  const text = textOf(html);
  for (const [index] of DEPOSIT_STATES.entries()) expect(text).toContain(`${index + 1} USDT`);
  expect(text).toContain("Detected, 3 of 15 confirmations");
  expect(text).toContain("Below minimum");
  expect(text).toContain("Safe, awaiting a decision by Paper Lantern");
  expect(html).not.toMatch(/Copy transaction|View on explorer/);
});

test("says that a waiting or held payment is safe and what to do, and that a refund is on its way", async () => {
  const text = textOf(await page({ recent: [recent("1", { state: "waits" }), recent("2", { state: "returning" })] }));
  expect(text).toContain("They are safe, and are credited once they add up to it.");
  expect(text).toContain("2 USDT Being returned");
  expect(text).not.toContain("Payments on hold are safe");
  const blocked = { status: "blocked" as const, target: null, recent: [recent("3", { state: "held" })] };
  expect(textOf(await page(blocked))).toContain("Payments on hold are safe. Ask Paper Lantern to return them.");
});

test("has a separate page of the last payments, with amount, network, time and state, and no address", async () => {
  const view = walletPageView({ recent: [recent("5"), recent("6", { state: "seen", confirmations: 3 })] });
  expect(await page({ recent: view.recent })).toContain(`href="/wallet/${view.uuid}?receipt=1"`);
  expect(await page()).not.toContain("receipt=1");
  const html = await renderWalletReceipt({ view, messages: ENGLISH, lang: null });
  const text = textOf(html);
  for (const part of [
    "Receipt",
    "Paper Lantern",
    "BNB Smart Chain",
    "5 USDT Credited",
    "6 USDT Detected, 3 of 15",
    view.uuid,
  ])
    expect(text).toContain(part);
  expect(html).not.toContain(ADDRESS);
  expect(html).not.toContain('id="live"');
});

test("confirms sent play money until a newer payment is detected, and without the script says to reload", async () => {
  const sent =
    '<span class="follows">Sent. This payment shows up here within seconds.</span>' +
    "<noscript>Sent. Reload this page in a few seconds to see the payment.</noscript>";
  const at = (second: number) => recent("1", { seenAt: new Date(second * 1_000) });
  const hasNote = async (deposits: readonly RecentDeposit[], sentAfter: number | null) => {
    const view = walletPageView({ recent: deposits });
    const model = { view, error: null, hasPlayMoney: true, sentAfter, messages: ENGLISH, lang: null };
    return (await renderWalletPage(model)).includes(sent);
  };
  expect([await hasNote([], null), await hasNote([], 0), await hasNote([at(1)], 0)]).toEqual([false, true, false]);
  expect([await hasNote([at(1)], 1_000), await hasNote([at(2), at(1)], 1_000)]).toEqual([true, false]);
});

test("gives the script the time stamp of each payment", async () => {
  const seenAt = new Date("2026-11-21T10:20:00Z");
  expect(await page({ recent: [recent("1", { seenAt })] })).toContain(
    `data-at="${seenAt.getTime()}" data-formats="en-GB"`,
  );
});

test("announces the last payment after a change", () => {
  expect(walletPageUpdateText(walletPageView({ recent: [recent("5")] }), ENGLISH)).toBe(
    "Payment of 5\u00a0USDT: Credited",
  );
  expect(
    walletPageUpdateText(walletPageView({ status: "blocked", target: null, recent: [recent("5")] }), ENGLISH),
  ).toBe("This address is closed");
});

test("is one response of at most 40 KB that loads nothing, whatever its state", async () => {
  const full = { recent: Array.from({ length: 10 }, (_, index) => recent(`${index}.5`)) };
  for (const changes of [{}, full, { status: "blocked" as const, target: null }]) {
    const html = await page(changes);
    expect(gzipSync(html).length).toBeLessThanOrEqual(BYTES_MAX);
    expect(html).not.toMatch(/<(link|script|img|iframe)[^>]+(?:src|href)="(?!data:)/);
  }
});

test("escapes a shop's name as text, never as markup", async () => {
  expect(await page({ merchantName: "<script>alert(1)</script>" })).not.toContain("<script>alert(1)");
});
