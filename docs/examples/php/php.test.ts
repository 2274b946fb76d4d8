import { execFile, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { writePhpJson } from "@/lib/delivery/webhooks/payload";
import { appendSign } from "@/lib/delivery/webhooks/sign-payload";
import { startReceiver } from "@/lib/delivery/webhooks/testing/receiver";
import { describeUnless } from "@/lib/testing/unless";

const KEY = "test_key";
const MERCHANT = "8b03432e-385b-4670-8d06-064591096795";
const runPhp = promisify(execFile);
const script = (name: string) => join(import.meta.dirname, name);

const PHP_REQUIREMENT = spawnSync("php", ["--version"]).status === 0 ? null : "no php here";

/** Everything that the two encoders might write differently. */
const TEXTS = [
  "https://shop.example/o/1?a=b&c=d#e",
  "заказ 日本語 😀 é e\u0301",
  "\u2028\u2029\u0085\u00a0\ufeff",
  `"quoted" 'single' \\ back`,
  "\b\f\n\r\t\u0000\u0001\u001f\u007f",
  "<script>&amp;</script>",
  "1e3",
  "",
  " ",
  "\ud800 half",
];

/** Returns what PHP's json_encode writes for the members that PHP decoded from `payload`. */
function encodeAgain(payload: string): string {
  const code = "echo json_encode(json_decode(file_get_contents('php://stdin'), true), JSON_UNESCAPED_UNICODE);";
  return spawnSync("php", ["-r", code], { input: payload, encoding: "utf8" }).stdout;
}

function isBelieved(body: string, key = KEY): boolean {
  return spawnSync("php", [script("verify.php"), key], { input: body }).status === 0;
}

describeUnless(PHP_REQUIREMENT)("PHP itself", () => {
  test.each(TEXTS)("decodes and re-encodes a webhook with %j to exactly the signed bytes", (text) => {
    const payload = writePhpJson({
      type: "payment",
      amount: "10.00000000",
      additional_data: text,
      from: null,
      is_final: true,
      convert: { to_currency: "USDT", commission: null, rate: "1.00000000", amount: "9.90000000" },
      txid: text,
    });
    expect(encodeAgain(payload)).toBe(payload);
    expect(isBelieved(appendSign(payload, KEY))).toBe(true);
  });

  test("rejects a changed webhook, a webhook signed with another key, and a body that is not a webhook", () => {
    const body = appendSign(writePhpJson({ status: "check", from: null }), KEY);
    expect(isBelieved(body)).toBe(true);
    expect(isBelieved(body.replace("check", "paid"))).toBe(false);
    expect(isBelieved(body, "another")).toBe(false);
    for (const none of ["", "{}", "null", '{"sign":1}', "x"]) expect(isBelieved(none)).toBe(false);
  });

  test.each([
    ["{}", ""],
    [
      '{"amount":"15","url_callback":"https://ex.test/cb","additional_data":"заказ"}',
      String.raw`{"amount":"15","url_callback":"https:\/\/ex.test\/cb","additional_data":"заказ"}`,
    ],
  ])("calls with %s and signs the bytes that it sends", async (json, sent) => {
    const gateway = await startReceiver((response) => void response.end('{"state":0,"result":{"url":"a/b"}}'));
    const { stdout } = await runPhp("php", [
      script("call.php"),
      gateway.url.replace("/hook", ""),
      MERCHANT,
      KEY,
      "/v1/payment",
      json,
    ]).finally(gateway.close);
    expect(stdout).toBe('200 {"state":0,"result":{"url":"a/b"}}\n');
    const sign = createHash("md5")
      .update(Buffer.from(sent).toString("base64") + KEY)
      .digest("hex");
    expect(gateway.received).toMatchObject([
      { path: "/v1/payment", body: sent, headers: { merchant: MERCHANT, sign, "content-type": "application/json" } },
    ]);
  });
});
