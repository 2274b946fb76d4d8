import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { embedResponse, embedScript } from "@/components/payers/embed/embed-response";
import { EMBED_SCRIPT } from "@/components/payers/embed/generated-script";
import { readFrameMessage } from "@/components/payers/embed/messages";
import { paymentAddress } from "@/components/payers/embed/script/payment-address";
import { OFFERED_LOCALES } from "@/lib/kernel/locales/catalogues";
import { ENGLISH, loadMessages } from "@/lib/kernel/locales/messages";
import { packEmbedScript } from "@/scripts/build-embed-script.mjs";

const GATEWAY = "https://pay.example";
const UUID = "8b03432e-385b-4670-8d06-064591096795";
/** As docs/integration.md promises shops. */
const BYTES_MAX = 3 * 1024;

test("the packed script matches its sources", async () => {
  expect(EMBED_SCRIPT).toBe(await packEmbedScript());
});

test("the script is a few KB in every language, sends no requests and stores nothing", async () => {
  for (const locale of OFFERED_LOCALES) {
    const script = embedScript(await loadMessages(locale));
    expect(gzipSync(script).length).toBeLessThanOrEqual(BYTES_MAX);
    expect(() => new Function(script)).not.toThrow();
    expect(script).not.toMatch(
      /fetch\(|XMLHttpRequest|sendBeacon|WebSocket|EventSource|localStorage|document\.cookie|eval\(/,
    );
    expect(script).not.toMatch(/https?:\/\//);
  }
});

test("a browser with the current script gets a 304, and one with an older script gets the new one", async () => {
  const first = embedResponse(ENGLISH, null);
  const tag = first.headers.get("etag") ?? "";
  expect(first.status).toBe(200);
  expect(first.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(first.headers.get("x-content-type-options")).toBe("nosniff");
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) expect(embedResponse(ENGLISH, known).status).toBe(304);
  for (const known of ['"other"', "*", ""]) expect(embedResponse(ENGLISH, known).status).toBe(200);
  expect(embedResponse(await loadMessages("de"), tag).status).toBe(200);
});

test("it opens payments and wallets of its own gateway, inside the frame in the requested language", () => {
  expect(paymentAddress(`${GATEWAY}/pay/${UUID}`, GATEWAY)).toEqual({
    page: `${GATEWAY}/pay/${UUID}`,
    frame: `${GATEWAY}/pay/${UUID}?embed=1`,
    origin: GATEWAY,
  });
  expect(paymentAddress(`/pay/${UUID}`, GATEWAY, "de")?.frame).toBe(`${GATEWAY}/pay/${UUID}?lang=de&embed=1`);
  expect(paymentAddress(`${GATEWAY}/wallet/${UUID}?lang=ar`, GATEWAY)?.page).toBe(`${GATEWAY}/wallet/${UUID}?lang=ar`);
});

test("it opens payment links of its own gateway", () => {
  expect(paymentAddress(`${GATEWAY}/l/green-tea`, GATEWAY)?.frame).toBe(`${GATEWAY}/l/green-tea?embed=1`);
  for (const name of ["ab", "a--b", "-abc", "abc-", "a".repeat(41), "tea/x", "t\u0435a"])
    expect(paymentAddress(`${GATEWAY}/l/${name}`, GATEWAY)).toBeNull();
});

test.each([
  `https://evil.example/pay/${UUID}`,
  `https://pay.example.evil.example/pay/${UUID}`,
  `//evil.example/pay/${UUID}`,
  `https://pay.example@evil.example/pay/${UUID}`,
  `http://pay.example/pay/${UUID}`,
  `${GATEWAY}/pay/${UUID}/balance`,
  `${GATEWAY}/settings`,
  `${GATEWAY}/pay/`,
  "javascript:alert(1)",
  "data:text/html,x",
  "https://",
  "",
])("it ignores %s", (address) => {
  expect(paymentAddress(address, GATEWAY)).toBeNull();
});

test("it opens nothing if it does not know its gateway", () => {
  expect(paymentAddress(`${GATEWAY}/pay/${UUID}`, null)).toBeNull();
});

test("it accepts only the three messages of the payment page", () => {
  const paid = { type: "chaintill:paid", uuid: UUID, status: "paid" };
  expect(readFrameMessage({ ...paid, extra: 1 })).toEqual(paid);
  expect(readFrameMessage({ type: "chaintill:ready", uuid: UUID })).toEqual({ type: "chaintill:ready", uuid: UUID });
  expect(readFrameMessage({ type: "chaintill:close" })).toEqual({ type: "chaintill:close" });
  const others = [
    null,
    undefined,
    1,
    "chaintill:paid",
    [],
    { ...paid, status: "check" },
    { ...paid, uuid: 7 },
    { type: "x" },
  ];
  for (const other of others) expect(readFrameMessage(other)).toBeNull();
});
