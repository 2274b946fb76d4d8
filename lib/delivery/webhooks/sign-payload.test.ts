import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { writePhpJson } from "@/lib/delivery/webhooks/payload";
import { appendSign, standardWebhookHeaders } from "@/lib/delivery/webhooks/sign-payload";

const KEY = "test_key";

describe("the sign member", () => {
  test("equals the published vector of a webhook with a slash, Cyrillic and a null", () => {
    const payload = writePhpJson({
      type: "payment",
      uuid: "00000000-0000-4000-8000-000000000001",
      order_id: "1",
      additional_data: "заказ a/b",
      from: null,
      is_final: true,
    });
    expect(payload).toBe(
      '{"type":"payment","uuid":"00000000-0000-4000-8000-000000000001","order_id":"1","additional_data":"заказ a\\/b","from":null,"is_final":true}',
    );
    expect(appendSign(payload, KEY)).toBe(`${payload.slice(0, -1)},"sign":"ef043c3979345dd704a4e6a72327d07b"}`);
  });

  test.each([
    [
      '{"amount":"15","currency":"USD","order_id":"1","url_callback":"https://ex.test/cb"}',
      KEY,
      "9fbff92631432952890df56c7d516d8d",
    ],
    [
      '{"amount":"15","currency":"USD","order_id":"1","url_callback":"https:\\/\\/ex.test\\/cb"}',
      KEY,
      "aab90dd46d863c8d1ab9c194bcf98a35",
    ],
    ['{"amount":10,"currency":"usd","order_id":"OrDeRiD"}', "bcda", "0f66e9e002a45d4285cc77a227dadfeb"],
  ])("equals the published vector of %s", (payload, key, sign) => {
    expect(appendSign(payload, key)).toBe(`${payload.slice(0, -1)},"sign":"${sign}"}`);
  });

  test("is verified by a receiver that removes it and hashes the rest of the raw bytes", () => {
    const body = appendSign('{"a":"b\\/c"}', KEY);
    const [, sign = ""] = /,"sign":"([0-9a-f]{32})"}$/.exec(body) ?? [];
    const rest = body.replace(/,"sign":"[0-9a-f]{32}"}$/, "}");
    expect(appendSign(rest, KEY)).toBe(body);
    expect(appendSign(rest, "another key")).not.toContain(sign);
  });

  test.each(["", "{}", "[]", "null", '["a"]'])("cannot be added to %j", (payload) => {
    expect(() => appendSign(payload, KEY)).toThrow(TypeError);
  });
});

describe("the Standard Webhooks headers", () => {
  const delivery = { id: "6f1c", sentAt: new Date("2026-11-21T10:00:00.999Z"), body: '{"a":"заказ"}', key: KEY };

  test("sign id, whole seconds and body with the bytes of the key", () => {
    const headers = standardWebhookHeaders(delivery);
    const seconds = "1795255200";
    expect(headers["webhook-id"]).toBe("6f1c");
    expect(headers["webhook-timestamp"]).toBe(seconds);
    const expected = createHmac(
      "sha256",
      Buffer.from(`whsec_${Buffer.from(KEY).toString("base64")}`.slice(6), "base64"),
    )
      .update(`6f1c.${seconds}.{"a":"заказ"}`)
      .digest("base64");
    expect(headers["webhook-signature"]).toBe(`v1,${expected}`);
  });

  test("change with the body, the id, the time and the key", () => {
    const variants = [
      delivery,
      { ...delivery, body: '{"a":"b"}' },
      { ...delivery, id: "6f1d" },
      { ...delivery, sentAt: new Date("2026-11-21T10:10:00Z") },
      { ...delivery, key: "another key" },
    ];
    expect(new Set(variants.map((variant) => standardWebhookHeaders(variant)["webhook-signature"])).size).toBe(
      variants.length,
    );
  });
});
