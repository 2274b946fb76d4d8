import { describe, expect, test } from "vitest";
import { PAY_STYLE } from "@/components/payers/pay/generated-assets";
import { renderPayPage } from "@/components/payers/pay/render-pay-page";
import { PAGE_STATES } from "@/components/payers/pay/testing/page-states";
import { renderWalletPage } from "@/components/payers/wallet/render-wallet-page";
import { walletPageView } from "@/components/payers/wallet/testing/wallet-views";
import { payState } from "@/lib/fronts/payment-page/pay-state";
import { ENGLISH } from "@/lib/kernel/locales/messages";
import { paintSvg, viewSize } from "@/lib/kernel/qr/testing/paint-svg";
import { type Picture, readSymbol } from "@/lib/kernel/qr/testing/read-symbol";
import { NOW, payView } from "@/lib/money-in/invoices/testing/pay-views";
import { type PaymentUriVector, VECTOR_SHOP } from "@/lib/money-in/invoices/testing/payment-uris";
import { vectorQuote } from "@/lib/money-in/invoices/testing/vector-quote";

/**
 * Width of the largest QR code: set by the style, and reduced on a 360-pixel screen by the margins
 * of page and card.
 */
const WIDTH = Number(/\.code svg\{[^}]*max-width:(\d+)px/.exec(PAY_STYLE)?.[1]);
const QUIET_MODULES = 4;
const MODULE_PIXELS_MIN = 3;
/**
 * A share of the symbol's width; its square is 4 % of the area, of which error correction M
 * restores 15 %.
 */
const DAMAGE = 0.2;

/** Returns the SVGs of the QR codes, by the class of their tabs. */
function codesOf(html: string): ReadonlyMap<string, string> {
  const codes = html.matchAll(/<div class="code (qr-[a-z]+)">(<svg.*?<\/svg>)/g);
  return new Map([...codes].map(([, name = "", svg = ""]) => [name, svg]));
}

export async function payPage(vector: PaymentUriVector): Promise<string> {
  const view = payView({ quote: vectorQuote(vector), merchantName: VECTOR_SHOP });
  const state = payState(view, NOW);
  const usual = PAGE_STATES[0]?.model;
  if (usual === undefined) throw new Error("no state");
  return await renderPayPage({ ...usual, view, state });
}

async function walletPage(vector: PaymentUriVector): Promise<string> {
  const { network, currency, address } = vectorQuote(vector);
  const { target } = walletPageView();
  const view = walletPageView({ network, currency, target: target && { ...target, address } });
  return await renderWalletPage({ view, error: null, hasPlayMoney: false, messages: ENGLISH, lang: null });
}

/** Adds a light square in the middle, like a scratch or a reflection. */
function damaged({ width, height, light }: Picture): Picture {
  const copy = light.slice();
  const side = Math.round(width * DAMAGE);
  const start = Math.round((width - side) / 2);
  for (let row = start; row < start + side; row++) copy.fill(255, row * width + start, row * width + start + side);
  return { width, height, light: copy };
}

/** A QR code of each chain family, the longest ones, and one without a payment URI. */
export const TELLING_SERVICES: ReadonlySet<string> = new Set([
  "ETH@eth",
  "SHIB@eth",
  "BTC@btc",
  "BCH@bch",
  "USDT@tron",
  "USDT@sol",
  "HMSTR@ton",
  "XMR@xmr",
]);

/** Tests what cameras read on each payment's page and on the page of a wallet. */
export function describeCodes(vectors: readonly PaymentUriVector[]): void {
  describe.each(vectors)("the QR codes of $service", (vector) => {
    test("are read as the payment URI and as the plain address, at the size of the page", async () => {
      const codes = codesOf(await payPage(vector));
      const read = Object.fromEntries([...codes].map(([name, svg]) => [name, readSymbol(paintSvg(svg, WIDTH))]));
      const address = { "qr-address": vector.address };
      expect(read).toEqual(vector.uri === null ? address : { ...address, "qr-uri": vector.uri });
    });

    test("have modules that an old camera can distinguish, a quiet zone, and tolerate a scratch", async () => {
      for (const svg of codesOf(await payPage(vector)).values()) {
        const size = viewSize(svg);
        expect(WIDTH / size).toBeGreaterThanOrEqual(MODULE_PIXELS_MIN);
        const { light } = paintSvg(svg, size);
        const isEdge = (at: number) => at < QUIET_MODULES || at >= size - QUIET_MODULES;
        const edge = light.filter((_, at) => isEdge(at % size) || isEdge(Math.floor(at / size)));
        expect(new Set(edge)).toEqual(new Set([255]));
        const picture = paintSvg(svg, WIDTH);
        expect(readSymbol(damaged(picture))).toBe(readSymbol(picture));
      }
    });

    test("contain only the plain address on the wallet page", async () => {
      const codes = codesOf(await walletPage(vector));
      expect([...codes.keys()]).toEqual(["qr-address"]);
      expect(readSymbol(paintSvg(codes.get("qr-address") ?? "", WIDTH))).toBe(vector.address);
    });

    test("come with a link that opens the wallet app if there is a payment URI", async () => {
      const link = /<a class="button handheld" href="([^"]*)"/.exec(await payPage(vector))?.[1];
      expect(link?.replaceAll("&amp;", "&")).toBe(vector.uri ?? undefined);
    });
  });
}
