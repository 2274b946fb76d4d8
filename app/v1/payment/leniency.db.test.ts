import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as create } from "@/app/v1/payment/route";
import { type Caller, call, newCaller } from "@/lib/fronts/machine-api/testing/call-api";
import { closeDatabase } from "@/lib/kernel/db";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { invoiceNow, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";

/**
 * What existing client libraries really send (wire facts, 3.2 and 9), each form sent through the
 * route as bytes.
 */
let caller: Caller;
beforeAll(async () => {
  await openGateway(300);
  caller = await newCaller();
});
afterAll(closeDatabase);

const PLAIN = { amount: "100", currency: "USDT", network: "bsc" };

/** Members as JSON text, so that a number is sent exactly as written. */
function body(members: Readonly<Record<string, string>>): string {
  const base = Object.entries({ ...PLAIN, order_id: randomUUID() }).map(([name, value]) => [
    name,
    JSON.stringify(value),
  ]);
  return `{${Object.entries({ ...Object.fromEntries(base), ...members })
    .map(([name, json]) => `"${name}":${json}`)
    .join(",")}}`;
}

async function made(members: Readonly<Record<string, string>>): Promise<Invoice> {
  const { json, text } = await call(create, caller, body(members));
  expect(json.state, text).toBe(0);
  return invoiceNow(json.result.uuid);
}

describe("amounts and numbers", () => {
  test.each([
    ["amount", "100", { amount: "100" }],
    ["amount", "100.50", { amount: "100.5" }],
    ["amount", '"100.50"', { amount: "100.5" }],
    ["amount", "123456.12345678", { amount: "123456.12345678" }],
    ["lifetime", '"1800"', { lifetimeSeconds: 1800 }],
    ["lifetime", "1800", { lifetimeSeconds: 1800 }],
    ["lifetime", "43200", { lifetimeSeconds: 43_200 }],
    ["lifetime", "0", { lifetimeSeconds: 3600 }],
    ["lifetime", '"0"', { lifetimeSeconds: 3600 }],
    ["subtract", '"100"', { subtractPercent: 100 }],
    ["subtract", "50", { subtractPercent: 50 }],
    ["accuracy_payment_percent", '"2.5"', { accuracyPercent: "2.5" }],
    ["accuracy_payment_percent", "2.5", { accuracyPercent: "2.5" }],
    ["accuracy_payment_percent", "0", { accuracyPercent: "0" }],
    ["discount_percent", '"-5"', { discountPercent: -5 }],
    ["discount_percent", "-5", { discountPercent: -5 }],
    ["discount_percent", "0", { discountPercent: 0 }],
  ])("%s %s", async (name, json, expected) => {
    const { amount, accuracyPercent, ...rest } = await made({ [name]: json });
    const shown = { ...rest, amount: amount.toFixed(), accuracyPercent: accuracyPercent.toFixed() };
    expect(shown).toMatchObject(expected);
  });

  test.each(["86400", '"86400"', "43201", "299"])("a lifetime of %s is refused, as documented", async (json) => {
    const { status, text } = await call(create, caller, body({ lifetime: json }));
    expect([status, text]).toEqual([
      422,
      `{"state":1,"errors":{"lifetime":["validation.${json === "299" ? "min" : "max"}.numeric"]}}`,
    ]);
  });
});

describe("booleans", () => {
  test.each(["true", '"true"', '"1"', "1", "null", '""'])("%s is true", async (json) => {
    expect((await made({ is_payment_multiple: json })).isPaymentMultiple).toBe(true);
  });
  test.each(["false", '"false"', '"0"', "0"])("%s is false", async (json) => {
    expect((await made({ is_payment_multiple: json })).isPaymentMultiple).toBe(false);
  });
});

describe("optional parameters without a value", () => {
  const OPTIONAL = [
    "url_return",
    "url_success",
    "url_callback",
    "is_payment_multiple",
    "lifetime",
    "to_currency",
    "subtract",
    "accuracy_payment_percent",
    "additional_data",
    "currencies",
    "except_currencies",
    "course_source",
    "from_referral_code",
    "discount_percent",
    "is_refresh",
    "payer_email",
  ];
  const ABSENT = {
    urlReturn: null,
    urlSuccess: null,
    urlCallback: null,
    isPaymentMultiple: true,
    lifetimeSeconds: 3600,
    toCurrencyCode: null,
    subtractPercent: 0,
    additionalData: null,
    currencies: null,
    exceptCurrencies: null,
    requestedRateSource: null,
    fromReferralCode: null,
    discountPercent: null,
    payerEmail: null,
  };

  test.each(["null", '""'])("all sent as %s equal omitted ones", async (json) => {
    expect(await made(Object.fromEntries(OPTIONAL.map((name) => [name, json])))).toMatchObject(ABSENT);
  });

  test.each(OPTIONAL.flatMap((name) => [[name, "null"] as const, [name, '""'] as const]))(
    "%s as %s alone",
    async (name, json) => {
      expect(await made({ [name]: json })).toMatchObject(ABSENT);
    },
  );

  test("the zero values of a Go struct without omitempty create the plain invoice", async () => {
    const zeroes = Object.fromEntries(OPTIONAL.map((name) => [name, '""']));
    const numbers = { lifetime: "0", subtract: "0", accuracy_payment_percent: "0", discount_percent: "0" };
    const lists = { currencies: "[]", except_currencies: "null" };
    expect(await made({ ...zeroes, ...numbers, ...lists, is_refresh: "false" })).toMatchObject({
      ...ABSENT,
      discountPercent: 0,
    });
  });

  test("a null or empty network leaves the choice to the payer", async () => {
    for (const json of ["null", '""']) expect((await made({ network: json })).currentQuote).toBe(null);
  });

  test("unknown ones are ignored, whatever their value", async () => {
    const unknown = {
      plugin_name: '"WHMCS"',
      whmcs_version: "8.1",
      netword: '"tron"',
      accuarcy_payment_percent: '"x"',
      tags: '[{"a":null},[],1e400]',
      "": "true",
    };
    expect(await made(unknown)).toMatchObject(ABSENT);
  });
});

describe("codes", () => {
  test.each([
    [{ currency: '"usdt"', network: '"BSC"' }, "USDT bsc"],
    [{ currency: '"Usdt"', network: '"Polygon"' }, "USDT polygon"],
    [{ currency: '"usd"', to_currency: '"eth"', network: '"ETH"' }, "ETH eth"],
  ])("%j are accepted in any case", async (members, coin) => {
    const { currentQuote } = await made(members);
    expect(`${currentQuote?.currencyCode} ${currentQuote?.networkCode}`).toBe(coin);
  });

  test.each([
    ['[{"currency":"USDT","network":null}]', [{ currency: "USDT", network: null }]],
    ['[{"currency":"usdt"}]', [{ currency: "USDT", network: null }]],
    [
      '[{"currency":"USDT","network":""},{"currency":"eth","network":"ETH","x":1}]',
      [
        { currency: "USDT", network: null },
        { currency: "ETH", network: "eth" },
      ],
    ],
  ])("currencies %s", async (json, expected) => {
    expect((await made({ currency: '"usd"', network: "null", currencies: json })).currencies).toEqual(expected);
  });

  test.each(["Binance", "BINANCE", "BinanceP2p", "binancep2p", "exmo", "KuCoin"])("course_source %s", async (name) => {
    // Only Binance has prices here; other sources are known by name but count as unavailable.
    const { json } = await call(
      create,
      caller,
      body({ currency: '"USD"', to_currency: '"USDT"', course_source: `"${name}"` }),
    );
    expect(json.message ?? json.state).toBe(/^binance$/i.test(name) ? 0 : "Gateway error");
  });
});

describe("order ids", () => {
  test("may be JSON numbers, and identify the same order as their text", async () => {
    const number = String(Date.now());
    const first = await made({ order_id: number });
    expect(first.orderId).toBe(number);
    expect((await made({ order_id: `"${number}"` })).id).toBe(first.id);
  });

  test.each(["woo_h2h_TRON_USDT_15", "x".repeat(128), "-", "_"])("%s is accepted", async (id) => {
    expect((await made({ order_id: JSON.stringify(id) })).orderId).toBe(id);
  });

  test("when repeated return the first invoice, byte for byte, whatever else is sent; also with is_refresh on every call", async () => {
    const order_id = JSON.stringify(randomUUID());
    const send = (members: Readonly<Record<string, string>>) => call(create, caller, body({ order_id, ...members }));
    const { text } = await send({ is_refresh: "true" });
    const again = [
      {},
      { is_refresh: '"1"' },
      { amount: '"7"', currency: '"EUR"' },
      { amount: "0.00000001", network: '"moon"' },
    ];
    for (const members of again) expect((await send(members)).text).toBe(text);
  });
});

describe("bytes", () => {
  const fields = () => ({
    ...PLAIN,
    order_id: randomUUID(),
    url_callback: "https://shop.example/cb?a=1&b=2",
    additional_data: "заказ a/b",
  });
  const escapeUnicode = (text: string) =>
    text.replace(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);

  test.each<readonly [string, (text: string) => string]>([
    ["serialized by JavaScript", (text) => text],
    ["with PHP's escaped slashes", (text) => text.replaceAll("/", "\\/")],
    [
      "with Python's spaces and ASCII escapes",
      (text) => escapeUnicode(text.replaceAll('","', '", "').replaceAll('":"', '": "')),
    ],
    ["with Go's HTML escapes", (text) => text.replaceAll("&", "\\u0026").replaceAll("=", "\\u003d")],
    ["with line breaks and spaces around them", (text) => `\r\n\t${text.replaceAll('","', '",\n  "')} \n`],
  ])("are signed as sent: %s", async (_name, write) => {
    const { json, text } = await call(create, caller, write(JSON.stringify(fields())));
    expect(json.state, text).toBe(0);
    expect(await invoiceNow(json.result.uuid)).toMatchObject({
      urlCallback: "https://shop.example/cb?a=1&b=2",
      additionalData: "заказ a/b",
    });
  });

  test("may have a charset in their content type", async () => {
    const plain = { "content-type": "application/json;charset=UTF-8" };
    expect((await call(create, caller, fields(), plain)).json.state).toBe(0);
  });

  test("of a callback URL may be plain http, and fewer than six characters are refused", async () => {
    expect((await made({ url_callback: '"http://a.b"' })).urlCallback).toBe("http://a.b");
    expect((await call(create, caller, body({ url_callback: '"a.b"' }))).json).toEqual({
      state: 1,
      errors: { url_callback: ["validation.min.string", "validation.url"] },
    });
  });
});
