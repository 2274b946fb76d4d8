import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { ADDRESS_FAMILIES } from "@/lib/chains/address-family";
import { openPayView } from "@/lib/fronts/payment-page/open-pay-view";
import { payUri } from "@/lib/fronts/payment-page/pay-uri";
import type { PayView } from "@/lib/fronts/payment-page/pay-view";
import { NO_ADDRESS, previewInvoice } from "@/lib/fronts/payment-page/preview-invoice";
import { database } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { decimal } from "@/lib/kernel/money/decimal";
import { createInvoiceFromForm } from "@/lib/money-in/invoices/create-from-form";
import { BLANK_INVOICE, invoicePreviewInput, newInvoiceInput } from "@/lib/money-in/invoices/new-invoice-schema";
import { newMerchant, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";

let merchantId: string;
beforeAll(() => openGateway());
beforeEach(async () => {
  merchantId = await newMerchant();
});

const BLANK = { ...BLANK_INVOICE, amount: "20", orderId: "lamp-7" };
const LINKS = { urlReturn: "https://shop.example/back", urlSuccess: "" };
type Fields = Readonly<Record<string, unknown>>;

const preview = (fields: Fields = {}) =>
  previewInvoice(merchantId, invoicePreviewInput.parse({ ...BLANK, ...LINKS, language: "en", ...fields }));

async function made(fields: Fields): Promise<PayView> {
  const form = newInvoiceInput.parse({ ...BLANK, ...LINKS, ...fields });
  const { id } = await createInvoiceFromForm({ merchantId, actorId: randomUUID() }, form);
  const view = await openPayView(id, new Date());
  if (view === null) throw new Error("no page");
  return view;
}

/** Removes what differs between two pages of the same invoice: ids, address and times. */
function compared({ uuid: _uuid, createdAt: _createdAt, expiresAt: _expiresAt, quote, ...view }: PayView) {
  return { ...view, quote: quote && { ...quote, id: "", address: "" } };
}

const refusal = (fields: Fields) =>
  preview(fields).then(
    () => null,
    (error: unknown) => (error instanceof AppError ? (error.fields ?? error.message) : error),
  );

test.each([
  ["whose payer chooses among coins", {}],
  ["whose payer chooses among networks", { coin: "USDT" }],
  ["in one coin on one network", { coin: "ETH", network: "eth" }],
  ["priced in a coin on a given network", { currency: "USDT", network: "bsc" }],
])("the preview of an invoice %s equals the page that its payer opens, and stores nothing", async (_name, fields) => {
  const counts = async () => {
    const { invoice, quote, address } = database();
    const taken = { where: { assignedAt: { not: null } } } as const;
    return Promise.all([invoice.count(), quote.count(), address.count(taken), database().auditEvent.count()]);
  };
  const before = await counts();
  const shown = await preview(fields);
  expect(await counts()).toEqual(before);
  expect(compared(shown)).toEqual(compared(await made(fields)));
});

test("shows no address, so that a screenshot of a preview cannot misdirect money", async () => {
  const { quote } = await preview({ coin: "ETH", network: "eth" });
  if (quote === null) throw new Error("no quote");
  expect(quote.address).toBe(NO_ADDRESS);
  for (const family of ADDRESS_FAMILIES)
    for (const contract of [null, "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"]) {
      const uri = payUri({ ...quote, contract, network: { ...quote.network, family } }, decimal("1"));
      expect([family, uri === null || !/[13T][1-9A-HJ-NP-Za-km-z]{32}/.test(uri)]).toEqual([family, true]);
    }
});

test("reports what could not be created by the form's field names, as text", async () => {
  expect(await refusal({ amount: "0.0001", coin: "USDT", network: "bsc" })).toEqual({
    amount: [expect.stringMatching(/^The minimum is [\d.]+ USDT\.$/)],
  });
  expect(await refusal({ amount: `1.${"1".repeat(19)}` })).toEqual({ amount: ["Use at most 18 decimals."] });
  expect(await refusal({ network: "tron" })).toMatch(/^No network is ready for this payment/);
});

test("omits what is invalid while typing if the page does not need it", async () => {
  const view = await preview({ orderId: "two words", urlReturn: "https:" });
  expect([view.orderId, view.urlReturn]).toEqual(["inv-preview", null]);
});
