import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { embeddedPath, isEmbedded, markEmbedded } from "@/components/payers/pay/embedded-paths";
import { pageResponse, seeOther } from "@/components/payers/pay/page-headers";
import { renderPayPage } from "@/components/payers/pay/render-pay-page";
import { PAGE_STATES } from "@/components/payers/pay/testing/page-states";
import { renderWalletPage } from "@/components/payers/wallet/render-wallet-page";
import { walletPageView } from "@/components/payers/wallet/testing/wallet-views";
import { ENGLISH } from "@/lib/kernel/locales/messages";
import { type BrandView, PLAIN_BRAND } from "@/lib/people/brands/brand-view";
import { LOGO_BYTES_MAX } from "@/lib/people/brands/encode-logo";
import { contrast } from "@/lib/people/brands/readable-accent";

const BYTES_MAX = 40 * 1024;
const SHOPS = ["https://shop.example", "https://www.shop.example"];
const HASH = "ab".repeat(32);
const BRAND: BrandView = {
  accent: "#ffdd00",
  logo: { hash: HASH, width: 320, height: 95 },
  embedOrigins: SHOPS,
};
const IN_ENGLISH = { messages: ENGLISH, cookie: null };

/** Every state with the merchant's branding. */
const BRANDED = PAGE_STATES.map(({ name, model }) => ({
  name,
  model: { ...model, view: { ...model.view, brand: BRAND } },
}));
const [FIRST] = BRANDED;
if (FIRST === undefined) throw new Error("there is a state");
const { model: MODEL } = FIRST;

const policyOf = (response: Response) => response.headers.get("content-security-policy") ?? "";
const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
/** Attributes of the markup, not of the script inside it. */
const withoutScript = (html: string) => html.replace(/<(style|script)\b.*?<\/\1>/gs, "");

describe("a page with a merchant's branding", () => {
  test.each(BRANDED)("loads at most 40 KB in the state $name, with the largest logo", async ({ model }) => {
    const html = await renderPayPage(model, { isEmbedded: true });
    expect(gzipSync(html).length + LOGO_BYTES_MAX).toBeLessThanOrEqual(BYTES_MAX);
    const loaded = [...withoutScript(html).matchAll(/<(?:img|link|iframe|script)[^>]+(?:src|href)="([^"]*)/g)];
    expect(new Set(loaded.map(([, source]) => source?.replace(/^data:.*/, "data:")))).toEqual(
      new Set(["data:", `/brand/${HASH}`]),
    );
  });

  test("shows the logo at half its pixel size beside the name, which is announced once", async () => {
    for (const html of [await renderPayPage(MODEL), await renderWalletPage(walletModel())]) {
      expect(html).toContain(`<img class="logo" src="/brand/${HASH}" width="160" height="48" alt="Paper Lantern"/>`);
      expect(html).toContain('<bdi class="name" aria-hidden="true">Paper Lantern</bdi>');
    }
  });

  test("has its colours in a second style that the CSP allows by its hash, and the logo by its path", async () => {
    const html = await renderPayPage(MODEL);
    const [, second = ""] = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, text = ""]) => text);
    const [light = "", dark = ""] = [...second.matchAll(/--accent:(#[0-9a-f]{6})/g)].map(([, colour = ""]) => colour);
    expect(contrast(light, "#ffffff")).toBeGreaterThanOrEqual(4.5);
    expect(contrast(dark, "#17191e")).toBeGreaterThanOrEqual(4.5);
    const policy = policyOf(pageResponse(html, 200, IN_ENGLISH, { brand: BRAND, isEmbedded: false }));
    expect(policy).toContain(` ${hash(second)};`);
    expect(policy).toContain("img-src 'self' data:;");
  });

  test("has one style and no image if the merchant has set nothing", async () => {
    const html = await renderPayPage({ ...MODEL, view: { ...MODEL.view, brand: PLAIN_BRAND } });
    expect(html.match(/<style>/g)).toHaveLength(1);
    expect(html).not.toContain("<img");
  });

  test("changes the accent and no colour of a state", async () => {
    const html = await renderPayPage(MODEL);
    const [, second = ""] = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, text = ""]) => text);
    expect(new Set(second.match(/--[a-z-]+/g))).toEqual(new Set(["--accent", "--on-accent"]));
  });
});

describe("framing", () => {
  const framers = (style: { brand: BrandView; isEmbedded: boolean }) =>
    /frame-ancestors ([^;]*)/.exec(policyOf(pageResponse("", 200, IN_ENGLISH, style)))?.[1];

  test("is allowed for the merchant's sites, and only for the embedded page", () => {
    expect(framers({ brand: BRAND, isEmbedded: true })).toBe(SHOPS.join(" "));
    expect(framers({ brand: BRAND, isEmbedded: false })).toBe("'none'");
    expect(framers({ brand: PLAIN_BRAND, isEmbedded: true })).toBe("'none'");
  });

  test("is requested by embed=1 and by nothing similar", () => {
    const asks = (query: string) => isEmbedded({ url: `https://pay.example/pay/x${query}` });
    expect(["?embed=1", "?lang=de&embed=1"].map(asks)).toEqual([true, true]);
    expect(["", "?embed=0", "?embed", "?embed=", "?embedded=1", "#embed=1"].map(asks)).not.toContain(true);
  });

  test.each(BRANDED)("keeps every link of the page inside in the state $name", async ({ model }) => {
    const html = withoutScript(await renderPayPage(model, { isEmbedded: true }));
    const own = [...html.matchAll(/ (href|action|formaction|data-page)="(\/(?:pay|wallet)\/[^"]*)"/g)];
    expect(own.length).toBeGreaterThan(1);
    for (const [, , path = ""] of own) expect(path).toMatch(/[?&](?:amp;)?embed=1$/);
    const asking = [...html.matchAll(/<form\b[^>]*method="get"[^>]*>(.*?)<\/form>/gs)].map(([, form = ""]) => form);
    for (const form of asking) expect(form).toContain('<input type="hidden" name="embed" value="1"/>');
    const outward = [...html.matchAll(/<a [^>]*href="https?:[^>]*>/g)].map(([tag]) => tag);
    for (const tag of outward) expect(tag).toMatch(/target="_(top|blank)"/);
  });

  test("names the sites that the script may message in a frame, and nobody elsewhere", async () => {
    expect(await renderPayPage(MODEL, { isEmbedded: true })).toContain(`<body data-framers="${SHOPS.join(" ")}">`);
    expect(await renderPayPage(MODEL)).toContain("<body>");
  });

  test("redirects to the embedded page after a form in a frame, and nowhere else after others", () => {
    const at = (url: string) => seeOther("/pay/x?lang=de", { url }).headers.get("location");
    expect(at("https://pay.example/pay/x/coin?lang=de&embed=1")).toBe("/pay/x?lang=de&embed=1");
    expect(at("https://pay.example/pay/x/coin?lang=de")).toBe("/pay/x?lang=de");
    expect(embeddedPath("/pay/x")).toBe("/pay/x?embed=1");
  });

  test("includes the parameter in a form that writes its own query", () => {
    const form = markEmbedded('<form class="find" method="get" action="/pay/x"><input name="find"/></form>');
    expect(form).toContain('action="/pay/x?embed=1"><input type="hidden" name="embed" value="1"/><input name="find"/>');
    expect(markEmbedded('<form method="post" action="/pay/x/coin"></form>')).not.toContain("hidden");
  });

  test("changes no text that looks like a URL, and no URL outside the page", () => {
    const html =
      '<p>href="/pay/x"</p><a href="/paying">x</a><i data-wallet="/pay/assets/w.js"></i><a href="#top">x</a>';
    expect(markEmbedded(html)).toBe(html);
  });

  test("the page tells its frame that it is paid, and only then", () => {
    const states = Object.fromEntries(BRANDED.map(({ name, model }) => [name, model]));
    const said = async (name: string) => {
      const model = states[name];
      if (model === undefined) throw new Error(name);
      return / data-paid="([^"]*)"/.exec(withoutScript(await renderPayPage(model)))?.[1];
    };
    return Promise.all(
      [
        ["waiting", undefined],
        ["confirming", undefined],
        ["underpaid", undefined],
        ["refunded", undefined],
        ["paid", "paid"],
        ["overpaid", "paid_over"],
        ["marked as paid", "paid"],
      ].map(async ([name = "", status]) => expect([name, await said(name)]).toEqual([name, status])),
    );
  });
});

function walletModel() {
  return { view: walletPageView({ brand: BRAND }), error: null, hasPlayMoney: false, messages: ENGLISH, lang: null };
}
