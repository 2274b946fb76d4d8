import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { PAY_SCRIPT, PAY_STYLE } from "@/components/payers/pay/generated-assets";
import { WALLET_SCRIPT } from "@/components/payers/pay/generated-wallet-script";
import { PAGE_POLICY, pageResponse, stateResponse } from "@/components/payers/pay/page-headers";
import { renderPayPage } from "@/components/payers/pay/render-pay-page";
import { PAGE_STATES } from "@/components/payers/pay/testing/page-states";
import { ENGLISH } from "@/lib/kernel/locales/messages";
import { packPayAssets } from "@/scripts/build-pay-assets.mjs";

/** Compressed size, with everything included (HTML, style, script, QR codes). */
const BYTES_MAX = 40 * 1024;
const IN_ENGLISH = { messages: ENGLISH, cookie: null };

test.each(PAGE_STATES)("the first load in the state $name is one response of at most 40 KB", async ({ model }) => {
  const html = await renderPayPage(model);
  expect(gzipSync(html).length).toBeLessThanOrEqual(BYTES_MAX);
  expect(html).not.toMatch(/<(link|script|img|iframe)[^>]+(?:src|href)="(?!data:)/);
  expect(PAY_STYLE).not.toMatch(/url\(|@import|@font-face/);
});

test("the packed style and scripts match their sources", async () => {
  expect({ script: PAY_SCRIPT, style: PAY_STYLE, walletScript: WALLET_SCRIPT }).toEqual(await packPayAssets());
});

test("neither can end its own element early", () => {
  expect(PAY_SCRIPT + PAY_STYLE).not.toMatch(/<\/|<!--/);
});

test("the CSP allows the style and the scripts of the page, by hash, and nothing else", async () => {
  const { html, policy } = await served();
  const style = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? "";
  const script = /<script>(.*?)<\/script>/s.exec(html)?.[1] ?? "";
  const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  expect(policy.split("; ").toSorted()).toEqual(
    [
      "default-src 'none'",
      `style-src ${hash(style)}`,
      `script-src ${hash(script)} ${hash(WALLET_SCRIPT)}`,
      "img-src data:",
      "connect-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].toSorted(),
  );
});

test("neither the page nor its state is cached, MIME-sniffed, or disclosed to other sites by a referrer", async () => {
  for (const { headers } of [pageResponse("", 200, IN_ENGLISH), stateResponse({}, 200, ENGLISH)]) {
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  }
});

async function served(): Promise<{ html: string; policy: string }> {
  const model = PAGE_STATES[0]?.model;
  if (model === undefined) throw new Error("no state");
  const response = pageResponse(await renderPayPage(model), 200, IN_ENGLISH);
  expect(response.headers.get("content-security-policy")).toBe(PAGE_POLICY);
  return { html: await response.text(), policy: PAGE_POLICY };
}
