import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET } from "@/app/l/[name]/route";
import { PAY_SCRIPT } from "@/components/payers/pay/generated-assets";
import { closeDatabase } from "@/lib/kernel/db";
import { OFFERED_LOCALES } from "@/lib/kernel/locales/catalogues";
import { loadMessages } from "@/lib/kernel/locales/messages";
import { decimal } from "@/lib/kernel/money/decimal";
import { newMerchant, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import type { PaymentLink } from "@/lib/money-in/payment-links/payment-link";
import { newLink } from "@/lib/money-in/payment-links/testing/link-rig";

/** The public page of a payment link in every language, without a script. */

/** Same as for the payment page. */
const BYTES_MAX = 40 * 1024;
const TITLE = "Tea <b>green</b>";

let merchantId: string;
beforeAll(async () => {
  await openGateway();
  merchantId = await newMerchant();
});
afterAll(closeDatabase);

async function look(name: string, locale: string) {
  const request = new Request(`http://pay.test/l/${name}?lang=${locale}`);
  const response = await GET(request, { params: Promise.resolve({ name }) });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

const newTea = (changes: Partial<PaymentLink>) => newLink(merchantId, { title: TITLE, ...changes });

describe.each(OFFERED_LOCALES)("in the language %s", (locale) => {
  test("it shows the offer and its form, and that it is closed or sold out", async () => {
    const messages = await loadMessages(locale);
    const link = await newTea({ amount: null, amountMin: decimal("5"), noteQuestion: "optional" });
    const { status, html, headers } = await look(link.name, locale);
    expect([status, headers.get("content-language")]).toEqual([200, locale]);
    expect(html).toContain(messages.say("link.amount", { currency: "USD" }));
    expect(html).toContain(messages.say("link.go"));
    expect(html).not.toContain("<b>green");
    expect(html).not.toContain(PAY_SCRIPT);
    expect(gzipSync(html).length).toBeLessThan(BYTES_MAX);
    for (const [changes, says] of [
      [{ stock: 0 }, "link.sold.title"],
      [{ endsAt: new Date() }, "link.closed.title"],
    ] as const) {
      const over = await look((await newTea(changes)).name, locale);
      expect(over.status).toBe(410);
      expect(over.html).toContain(messages.say(says));
      expect(over.html).not.toContain("<form method");
    }
  });
});
