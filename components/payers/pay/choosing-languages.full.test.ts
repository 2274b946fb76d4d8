import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { renderPayPage } from "@/components/payers/pay/render-pay-page";
import { CHOOSING_STATES } from "@/components/payers/pay/testing/choosing-states";
import { OFFERED_LOCALES } from "@/lib/kernel/locales/catalogues";
import { loadMessages } from "@/lib/kernel/locales/messages";

const BYTES_MAX = 40 * 1024;

const textOf = (html: string) => html.replace(/<(style|script|svg)\b.*?<\/\1>/gs, "").replace(/<[^>]+>/g, " ");

test.each(OFFERED_LOCALES)(
  "every state of choosing and of exchanges is complete in %s, and at most 40 KB",
  async (locale) => {
    const messages = await loadMessages(locale);
    for (const { name, model } of CHOOSING_STATES) {
      const html = await renderPayPage({ ...model, messages });
      expect(textOf(html), name).not.toMatch(/\{[a-z]*\}|\b(?:undefined|null|NaN|Invalid)\b/);
      expect(html.match(/<h1/g), name).toHaveLength(1);
      expect(html, name).not.toMatch(/\s(style|on[a-z]+)="/);
      expect(gzipSync(html).length, name).toBeLessThanOrEqual(BYTES_MAX);
    }
  },
);
