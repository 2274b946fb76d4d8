import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { renderQuestionnaire } from "@/components/payers/pay/questionnaire/render-questionnaire";
import { renderMessagePage, renderPayPage } from "@/components/payers/pay/render-pay-page";
import { renderReceiptPage } from "@/components/payers/pay/render-receipt-page";
import { PAGE_STATES } from "@/components/payers/pay/testing/page-states";
import { questionnaireStates } from "@/components/payers/pay/testing/questionnaire-models";
import {
  renderWalletPage,
  renderWalletReceipt,
  walletPageUpdateText,
} from "@/components/payers/wallet/render-wallet-page";
import { DEPOSIT_STATES, recent, walletPageView } from "@/components/payers/wallet/testing/wallet-views";
import { ENGLISH_CATALOGUE, OFFERED_LOCALES } from "@/lib/kernel/locales/catalogues";
import { formatsFor } from "@/lib/kernel/locales/formats";
import { LOCALES, type Locale } from "@/lib/kernel/locales/locales";
import { loadMessages } from "@/lib/kernel/locales/messages";
import { decimal } from "@/lib/kernel/money/decimal";
import { ADDRESS, payChoice, TRANSACTION } from "@/lib/money-in/invoices/testing/pay-views";

/** Compressed size, with everything included (HTML, style, script, QR codes). */
const BYTES_MAX = 40 * 1024;

/** Latin words allowed on a page in another script: names, codes, formats. */
const NAMES = new Set(
  `Paper Lantern order help shop example Case USD USDT USDC DAI BTC ETH BNB TRX LTC SOL POL UTC ERC BEP Ether Ethereum Tether Smart Chain
   Network BSC Polygon eth bsc polygon tron Coin QR JavaScript thanks cart PDF PNG JPEG SAR`.split(/\s+/),
);

/**
 * Returns the readable text of a page, including attributes that are announced or inserted by the
 * script.
 */
function readOf(html: string): string {
  const body = html
    .replace(/<(style|script)\b.*?<\/\1>/gs, "")
    .replace(/<ul>(?:<li><a href="[^"]*" lang=.*?<\/li>)+<\/ul>/gs, "");
  const said = [...body.matchAll(/ (?:aria-label|title|placeholder|data-(?:soon|busy|said|done|failed))="([^"]*)"/g)];
  return [body.replace(/<[^>]+>/g, " "), ...said.map(([, text]) => text)]
    .join(" ")
    .replace(/&#x27;|&quot;|&amp;/g, "’")
    .replace(/[\s\u00a0\u2068\u2069]+/g, " ");
}

type Page = { readonly name: string; readonly html: string };

/** Returns every page in every state. */
async function pagesIn(locale: Locale): Promise<readonly Page[]> {
  const messages = await loadMessages(locale);
  const balance = {
    offer: { quoteId: "q-1", amount: decimal("0.0186"), currency: "ETH", seal: "sealed" },
    coins: ["USDT", "ETH"],
  };
  const pages = PAGE_STATES.flatMap(({ name, model }) => {
    const own = { ...model, messages, hasPlayMoney: true, error: messages.say("error.general"), balance };
    return [{ name, html: renderPayPage(own) }];
  });
  const priced = [payChoice({ discountPercent: 10 }), payChoice({ networkCode: "bsc", discountPercent: -2.5 })];
  const first = PAGE_STATES[0]?.model;
  if (first === undefined) throw new Error("no state");
  const discounted = { ...first, messages, view: { ...first.view, choices: priced, supportContact: null } };
  const recents = DEPOSIT_STATES.map((state) => recent("5", { state, confirmations: 3 }));
  const wallet = { error: null, hasPlayMoney: true, messages, lang: null };
  const views = {
    active: walletPageView({ recent: [...recents, recent("1", { state: "seen", confirmations: 0 })] }),
    in_active: walletPageView({ status: "in_active", target: null }),
    blocked: walletPageView({ status: "blocked", target: null }),
  };
  const others = [
    { name: "discounts", html: renderPayPage(discounted) },
    ...PAGE_STATES.filter(({ name }) => name === "paid" || name === "refunded").map(({ name, model }) => ({
      name: `receipt of ${name}`,
      html: renderReceiptPage({ ...model, messages }),
    })),
    { name: "receipt of a wallet", html: renderWalletReceipt({ view: views.active, messages, lang: null }) },
    ...Object.entries(views).map(([name, view]) => ({ name, html: renderWalletPage({ ...wallet, view }) })),
    ...questionnaireStates(messages).map(({ name, model }) => ({ name, html: renderQuestionnaire(model) })),
    ...(["missing", "no-wallet", "too-many", "trouble"] as const).map((name) => ({
      name,
      html: renderMessagePage(name, messages),
    })),
  ];
  return await Promise.all([...pages, ...others].map(async ({ name, html }) => ({ name, html: await html })));
}

describe.each(OFFERED_LOCALES)("every page in %s", (locale) => {
  const pages = pagesIn(locale);

  test("declares its language and direction, and leaves no placeholder in a sentence empty", async () => {
    const { direction } = LOCALES[locale];
    for (const { name, html } of await pages) {
      expect(html, name).toContain(`<html lang="${locale}" dir="${direction}">`);
      expect(readOf(html), name).not.toMatch(/\{[a-z]*\}|\b(?:undefined|null|NaN|Invalid)\b/);
    }
  });

  test("is one answer of at most 40 KB", async () => {
    for (const { name, html } of await pages) expect(gzipSync(html).length, name).toBeLessThanOrEqual(BYTES_MAX);
  });

  if (locale !== "en")
    test("has no English text", async () => {
      const english = Object.values(ENGLISH_CATALOGUE)
        .flatMap((text) => text.split(/\{[a-z]+\}/))
        .map((text) => text.trim())
        // A single word may be the same in two languages.
        .filter((text) => text.length >= 12 && text.includes(" "));
      for (const { name, html } of await pages) {
        const read = readOf(html);
        expect(
          english.filter((text) => read.includes(text)),
          name,
        ).toEqual([]);
      }
    });

  if (LOCALES[locale].script !== "Latn")
    test("has no Latin words except names", async () => {
      for (const { name, html } of await pages) {
        const plain = readOf(html).replace(/[\w.-]+@[\w.-]+|0x\S+|\b[0-9a-f]{8}-[0-9a-f-]+|\b\S*\d\S*\b/g, " ");
        const latin = plain.match(/[A-Za-z]{3,}/g) ?? [];
        expect(
          [...new Set(latin)].filter((word) => !NAMES.has(word)),
          name,
        ).toEqual([]);
      }
    });

  test("shows text to type into a wallet from left to right, and copies it in machine format", async () => {
    const waiting = (await pages).find(({ name }) => name === "waiting")?.html ?? "";
    const digits = formatsFor(locale).digits(decimal("0.0186"));
    expect(waiting).toContain(`<bdi dir="ltr"><strong class="whole" data-plain="0.0186">${digits}</strong> ETH</bdi>`);
    expect(waiting).toContain('data-copy="0.0186"');
    expect(waiting).toMatch(/<code class="address whole" dir="ltr">/);
    expect(waiting).toContain(`data-copy="${ADDRESS}"`);
    expect(readOf(waiting).replace(",", ".")).toMatch(/0\.0186\sETH/);
    for (const { html } of await pages)
      for (const [tag] of html.matchAll(/<code\b[^>]*>/g)) expect(tag).toContain('dir="ltr"');
    expect((await pages).find(({ name }) => name === "paid")?.html).toContain(
      `<code title="${TRANSACTION}" dir="ltr">`,
    );
  });

  test("keeps its language in updates, even if the browser prefers another", async () => {
    for (const { html } of await pages) {
      const state = /data-state="([^"]*)"/.exec(html)?.[1];
      expect(state === undefined || state.endsWith(`/state?lang=${locale}`)).toBe(true);
    }
    const view = walletPageView({ recent: [recent("5")] });
    expect(walletPageUpdateText(view, await loadMessages(locale))).toContain("5\u00a0USDT");
  });

  test("offers each language by its own name, as plain links, with this one marked", async () => {
    for (const { name, html } of await pages) {
      const links = [...html.matchAll(/<a href="([^"]*)" lang="([^"]*)"([^>]*)><bdi>([^<]*)<\/bdi><\/a>/g)];
      expect(
        links.map(([, , tag]) => tag),
        name,
      ).toEqual(OFFERED_LOCALES);
      for (const [, href = "", tag = "", rest, own] of links) {
        expect(href).toMatch(new RegExp(`[?;]lang=${tag}$`));
        expect(own).toBe(LOCALES[tag as Locale].name);
        expect(rest?.includes("aria-current")).toBe(tag === locale);
      }
    }
  });
});

describe("a language in the URL", () => {
  test("is kept in every link of the payment page", async () => {
    const messages = await loadMessages("de");
    for (const { name, model } of PAGE_STATES) {
      const offer = { quoteId: "q-1", amount: decimal("1"), currency: "ETH", seal: "sealed" };
      const own = { ...model, messages, lang: "de" as const, hasPlayMoney: true, balance: { offer, coins: [] } };
      const html = await renderPayPage(own);
      const paths = [...html.matchAll(/(?:action|href|data-page|data-state)="(\/pay\/[^"]*)"/g)].map(
        ([, path = ""]) => path,
      );
      expect(
        paths.filter((path) => !/[?;]lang=/.test(path)),
        name,
      ).toEqual([]);
      expect(/data-page="([^"]*)"/.exec(html)?.[1]).toMatch(/\?lang=de$/);
    }
  });

  test("is not added if the payer has not chosen one", async () => {
    const html = await renderPayPage({ ...(PAGE_STATES[0]?.model ?? raise()), messages: await loadMessages("de") });
    expect(html).toMatch(/data-page="\/pay\/[0-9a-f-]+"/);
    expect(html).toMatch(/action="\/pay\/[0-9a-f-]+\/coin"/);
  });

  test("keeps the list of coins open in the other language", async () => {
    const model = PAGE_STATES.find(({ name }) => name === "waiting")?.model ?? raise();
    expect(await renderPayPage({ ...model, isChoosing: true })).toContain("?choose=1&amp;lang=de");
  });
});

test("the style uses logical directions, not left and right", () => {
  const files = ["base", "layout", "payment", "parts", "questionnaire"].map((name) =>
    readFileSync(new URL(`style/${name}.css`, import.meta.url), "utf8"),
  );
  expect(files.join("\n").match(/^.*\b(?:left|right)\b.*;$/gm) ?? []).toEqual([]);
});

test("the script contains no sentence", () => {
  const names = ["copying", "countdown", "following", "forms", "main", "speaking"];
  const code = names.map((name) => readFileSync(new URL(`script/${name}.ts`, import.meta.url), "utf8")).join("\n");
  const texts = [...code.replace(/\/\/.*$|\/\*.*?\*\//gms, "").matchAll(/"([^"\n]*)"/g)].map(([, text = ""]) => text);
  const sentences = texts.filter((text) => /^\p{Lu}\p{Ll}+ |\p{Ll} \p{Ll}+ \p{Ll}/u.test(text));
  expect(sentences).toEqual([]);
});

function raise(): never {
  throw new Error("no state");
}
