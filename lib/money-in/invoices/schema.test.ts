import { parse } from "lossless-json";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { createInvoiceInput, findInvoiceInput } from "@/lib/money-in/invoices/schema";

const REQUIRED = { amount: "15", currency: "USD", order_id: "1" };

/** Input as it is received: JSON text, with numbers as their source text. */
const read = (json: string) => createInvoiceInput.safeParse(parse(json));
const withField = (field: string, json: string) =>
  read(
    `{${Object.entries({ ...REQUIRED, [field]: null })
      .map(([name, value]) => `"${name}":${name === field ? json : JSON.stringify(value)}`)
      .join(",")}}`,
  );

function codes(result: z.ZodSafeParseResult<unknown>): string[] {
  return result.success ? [] : result.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
}
const valueIn = (field: keyof z.output<typeof createInvoiceInput>, json: string) => {
  const result = withField(field, json);
  if (!result.success) return expect.fail(`${field} ${json}: ${codes(result)}`);
  const value = result.data[field];
  return value !== null && typeof value === "object" && "toFixed" in value ? value.toFixed() : value;
};

describe("an invoice's parameters", () => {
  test("are absent when omitted, except those with a documented default", () => {
    const { amount, accuracy_payment_percent: accuracy, ...rest } = createInvoiceInput.parse(REQUIRED);
    expect([amount.toFixed(), accuracy.toFixed()]).toEqual(["15", "0"]);
    expect(Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null))).toEqual({
      currency: "USD",
      order_id: "1",
      is_payment_multiple: true,
      lifetime: 3600,
      subtract: 0,
      is_refresh: false,
    });
  });

  test.each([null, ""])("sent as %j are treated as omitted", (absent) => {
    const optional = Object.fromEntries(
      Object.keys(createInvoiceInput.shape)
        .filter((name) => !(name in REQUIRED))
        .map((name) => [name, absent]),
    );
    expect(codes(createInvoiceInput.safeParse({ ...REQUIRED, ...optional }))).toEqual([]);
    expect(createInvoiceInput.parse({ ...REQUIRED, ...optional })).toEqual(createInvoiceInput.parse(REQUIRED));
  });

  test("that are missing and required are all named", () => {
    expect(codes(read("{}"))).toEqual([
      "amount validation.required",
      "currency validation.required",
      "order_id validation.required",
    ]);
    expect(codes(withField("amount", '""'))).toEqual(["amount validation.required"]);
  });

  test("unknown to the API are ignored", () => {
    expect(
      codes(read('{"amount":1,"currency":"usd","order_id":7,"netword":"x","tags":[{}],"__proto__":{"a":1}}')),
    ).toEqual([]);
  });
});

describe("amount", () => {
  test.each([
    ['"15"', "15"],
    ["15", "15"],
    ["15.50", "15.5"],
    ["0.1", "0.1"],
    ['"0.00000001"', "0.00000001"],
    ["123456789012345.12345678", "123456789012345.12345678"],
    ["10.123456789012345678", "10.123456789012345678"],
    ['"000015.0"', "15"],
  ])("%s is exactly %s", (json, amount) => {
    expect(valueIn("amount", json)).toBe(amount);
  });

  test.each([
    '"0"',
    '"0.00"',
    '"-1"',
    '"+1"',
    '"1e3"',
    "1e3",
    "1E-3",
    '"NaN"',
    '"Infinity"',
    '"0x10"',
    '"１２"',
    '" 1 "',
    '"1,5"',
    `"${"9".repeat(80)}"`,
    `"0.${"1".repeat(40)}"`,
    '"1."',
    '".5"',
    "0.1234567890123456789",
    "-0",
    "-5",
    "true",
    "[]",
    "{}",
    '["15"]',
    '"15\\n"',
    '"15\\u0000"',
    '"1.2.3"',
    '"."',
    '"100000000000000000000.00000001"',
    '"15 USD"',
  ])("%s is rejected and named", (json) => {
    const result = withField("amount", json);
    expect(result.success).toBe(false);
    expect(codes(result).every((code) => /^amount validation\.[a-z.]+$/.test(code))).toBe(true);
  });
});

describe("order_id", () => {
  test.each([
    ['"a-B_9"', "a-B_9"],
    ["1024", "1024"],
    [`"${"x".repeat(128)}"`, "x".repeat(128)],
  ])("%s is %s", (json, id) => {
    expect(valueIn("order_id", json)).toBe(id);
  });

  test.each([
    `"${"x".repeat(129)}"`,
    '"🙂"',
    '"a\\u0000b"',
    '"../a"',
    '"a b"',
    '"а"',
    '"a\\n"',
    "1.5",
    "true",
    "{}",
    '"-0.0"',
  ])("%s is rejected", (json) => {
    expect(codes(withField("order_id", json))[0]).toMatch(/^order_id validation\./);
  });
});

describe("booleans", () => {
  test.each([
    ["true", true],
    ['"true"', true],
    ['"TRUE"', true],
    ['"1"', true],
    ["1", true],
    ["false", false],
    ['"false"', false],
    ['"0"', false],
    ["0", false],
    ["null", true],
  ])("%s is %s", (json, value) => expect(valueIn("is_payment_multiple", json)).toBe(value));

  test.each(['"yes"', "2", "[]", "{}", "1.0", '"on"', "-1"])("%s is rejected", (json) => {
    expect(codes(withField("is_payment_multiple", json))).toEqual(["is_payment_multiple validation.boolean"]);
  });
});

describe("whole numbers", () => {
  test.each([
    ["lifetime", "300", 300],
    ["lifetime", "43200", 43_200],
    ["lifetime", '"3600"', 3600],
    ["lifetime", "3600.0", 3600],
    ["lifetime", "0", 3600],
    ["lifetime", '"0"', 3600],
    ["subtract", '"100"', 100],
    ["subtract", "0", 0],
    ["discount_percent", "-99", -99],
    ["discount_percent", '"100"', 100],
    ["discount_percent", "0", 0],
  ] as const)("%s %s is %s", (field, json, value) => {
    expect(valueIn(field, json)).toBe(value);
  });

  test.each([
    ["lifetime", "299"],
    ["lifetime", "43201"],
    ["lifetime", "86400"],
    ["lifetime", "3.5"],
    ["lifetime", "1e4"],
    ["lifetime", "-1"],
    ["lifetime", "true"],
    ["lifetime", "[]"],
    ["lifetime", '{"value":"0"}'],
    ["lifetime", '"0x300"'],
    ["lifetime", '" 300"'],
    ["lifetime", "99999999999999999999"],
    ["subtract", "101"],
    ["subtract", "-1"],
    ["subtract", "50.5"],
    ["discount_percent", "-100"],
    ["discount_percent", "101"],
    ["discount_percent", '"ten"'],
  ] as const)("%s %s is rejected", (field, json) => {
    const result = withField(field, json);
    expect(codes(result).length).toBeGreaterThan(0);
    expect(codes(result).every((code) => code.startsWith(`${field} validation.`))).toBe(true);
  });
});

describe("accuracy_payment_percent", () => {
  test.each([
    ["0", "0"],
    ["5", "5"],
    ['"2.5"', "2.5"],
    ["0.01", "0.01"],
    ['"5.00"', "5"],
  ])("%s is %s", (json, value) => {
    expect(valueIn("accuracy_payment_percent", json)).toBe(value);
  });
  test.each(["5.01", "-1", '"x"', "0.001", "[]", "true", "1e0"])("%s is rejected", (json) => {
    expect(codes(withField("accuracy_payment_percent", json))[0]).toMatch(/^accuracy_payment_percent validation\./);
  });
});

describe("URLs", () => {
  const url = (length: number) => `"https://shop.example/${"a".repeat(length - 21)}"`;

  test.each([url(255), '"http://a.b"', '"https://shop.example:8443/x?y=%2F#z"', '"https:\\/\\/shop.example\\/cb"'])(
    "%s is accepted",
    (json) => {
      expect(codes(withField("url_callback", json))).toEqual([]);
    },
  );
  test.each([
    url(256),
    '"javascript:alert(1)"',
    '"data:text/html,x"',
    '"file:///etc/passwd"',
    '"https://user:pw@shop.example"',
    '"https://shop.example/a\\r\\nHost: x"',
    '"https://shop.example/ a"',
    '"//shop.example"',
    '"https:shop.example"',
    '"http://"',
    '"https://shop.example\\\\@evil.example"',
    '"shop.example"',
    '"https://[::1"',
    '"https://a\\u0000.b"',
    '"https://a.b/\\ud800"',
    "5",
    "{}",
  ])("%s is rejected", (json) => {
    expect(codes(withField("url_callback", json))[0]).toMatch(/^url_callback validation\./);
  });
});

describe("free text", () => {
  test.each(['"заказ a/b"', '"two\\nlines\\t"', `"${"x".repeat(255)}"`, "17", '"<script>"', '"🙂"'])(
    "additional_data %s is accepted",
    (json) => {
      expect(codes(withField("additional_data", json))).toEqual([]);
    },
  );
  test.each([`"${"x".repeat(256)}"`, '"a\\u0000b"', '"\\ud800"', '"\\udc00\\ud800"', "{}", "[]", "true"])(
    "additional_data %s is rejected: no text column can store it",
    (json) => expect(codes(withField("additional_data", json))[0]).toMatch(/^additional_data validation\./),
  );
  test.each([
    '"a\\u0000@b.example"',
    '"a@b"',
    '"a b@c.example"',
    '"a@b.example\\u0007"',
    `"${"a".repeat(250)}@b.example"`,
  ])("payer_email %s is rejected", (json) =>
    expect(codes(withField("payer_email", json))[0]).toMatch(/^payer_email validation\./),
  );
  test.each([
    ["currency", '"USD\\u0000"'],
    ["network", '"\\ud800"'],
    ["to_currency", '"A\\u0000"'],
    ["from_referral_code", '"\\u0000"'],
    ["course_source", '"Bin\\u0000ance"'],
  ] as const)("%s %s is rejected", (field, json) =>
    expect(codes(withField(field, json))[0]).toMatch(new RegExp(`^${field} validation\\.`)),
  );
});

describe("lists of coins", () => {
  test("accept a network, no network, or null", () => {
    const list = '[{"currency":"usdt","network":"TRON"},{"currency":"BTC"},{"currency":"ETH","network":null}]';
    expect(valueIn("currencies", list)).toEqual([
      { currency: "usdt", network: "TRON" },
      { currency: "BTC", network: null },
      { currency: "ETH", network: null },
    ]);
  });
  test.each(["[]", "null", '""'])("%s is not a list", (json) => expect(valueIn("except_currencies", json)).toBe(null));
  test.each([
    '"USDT"',
    '["USDT"]',
    "[{}]",
    '[{"currency":null}]',
    "5",
    "{}",
    `[${Array(101).fill('{"currency":"BTC"}').join(",")}]`,
  ])("%s is rejected", (json) =>
    expect(codes(withField("currencies", json))[0]).toMatch(
      /^currencies[.\d]* ?validation\.|^currencies.* validation\./,
    ),
  );
});

describe("the identifier of an invoice", () => {
  test("needs a uuid or an order id, and names both when neither is given", () => {
    expect(codes(findInvoiceInput.safeParse({ uuid: null, order_id: "" }))).toEqual([
      "uuid validation.required_without",
      "order_id validation.required_without",
    ]);
    expect(codes(findInvoiceInput.safeParse({ uuid: "5" }))).toEqual(["uuid validation.regex"]);
    expect(findInvoiceInput.parse({ order_id: "7" })).toEqual({ uuid: null, order_id: "7" });
  });
});
