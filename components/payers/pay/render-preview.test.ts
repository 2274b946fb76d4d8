import { expect, test } from "vitest";
import { renderPreview } from "@/components/payers/pay/render-preview";
import { samplePayView } from "@/lib/fronts/payment-page/sample-pay-view";
import { ENGLISH } from "@/lib/kernel/locales/messages";
import { payChoice } from "@/lib/money-in/invoices/testing/pay-views";
import { PLAIN_BRAND } from "@/lib/people/brands/brand-view";

const NOW = new Date("2026-11-21T10:00:00Z");
const BRANDING = {
  merchantName: "Paper <Lantern>",
  supportContact: null,
  latePolicy: "hold",
  lateDriftPercent: 2,
  brand: { ...PLAIN_BRAND, accent: "#aa2233" },
} as const;

test("a preview shows the merchant's name, colour and missing contact, and has no links, forms or scripts", async () => {
  const html = await renderPreview(samplePayView(BRANDING, NOW), "", ENGLISH, NOW);
  expect(html).toContain("Paper &lt;Lantern&gt;");
  expect(html).toContain("--accent:#aa2233");
  expect(html).toContain("where you placed the order.");
  expect(html).toContain("Send exactly");
  expect(html).not.toMatch(/<script|<form|="\/pay\//);
});

test("a preview of the coin choice has no links or forms either", async () => {
  const view = {
    ...samplePayView(BRANDING, NOW),
    quote: null,
    choices: [payChoice()],
    urlReturn: "https://shop.example/",
  };
  const html = await renderPreview(view, null, ENGLISH, NOW);
  expect(html).toContain("shop.example");
  expect(html).not.toMatch(/ (?:href|action)="(?!data:)|type="submit"|class="languages"/);
});
