import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as getEmbedScript } from "@/app/embed.js/route";
import { POST as postCoin } from "@/app/pay/[uuid]/coin/route";
import { GET as getLink, POST as postLink } from "@/app/pay/[uuid]/refund/confirm/route";
import { POST as postWish } from "@/app/pay/[uuid]/refund/route";
import { POST as postSignature } from "@/app/pay/[uuid]/refund/sign/route";
import { GET as getPage } from "@/app/pay/[uuid]/route";
import { GET as getState } from "@/app/pay/[uuid]/state/route";
import { POST as postPaymentList } from "@/app/v1/payment/list/route";
import { POST as postPayment } from "@/app/v1/payment/route";
import { GET as getWallet } from "@/app/wallet/[uuid]/route";
import { parseBody } from "@/lib/fronts/machine-api/parse-body";
import { BODY_BYTES_MAX } from "@/lib/fronts/machine-api/read-body";
import { signBody, TIMED_SIGNATURE } from "@/lib/fronts/machine-api/signatures";
import { newCaller } from "@/lib/fronts/machine-api/testing/call-api";
import { closeDatabase } from "@/lib/kernel/db";
import { newInvoice, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { newWallet } from "@/lib/money-in/static-wallets/testing/wallet-rig";
import { adversarialTexts } from "@/lib/testing/adversarial-texts";
import { excessOf, excessOver } from "@/lib/testing/cpu-cost";

type Handler = (request: Request, context: { params: Promise<{ uuid: string }> }) => Response | Promise<Response>;

/** Close to Node's limit for all headers and the URL together. */
const HEADER_CHARACTERS = 12_000;
/** Close to the limit for a form of the payer pages. */
const FORM_CHARACTERS = 900;
const HEADERS = [
  "accept",
  "accept-encoding",
  "accept-language",
  "authorization",
  "cookie",
  "if-none-match",
  "origin",
  "purpose",
  "referer",
  "sec-fetch-dest",
  "user-agent",
  "x-forwarded-for",
  "x-merchant",
];
const QUERY = ["lang", "find", "exchange", "refund", "token", "embed"];
/**
 * How many headers and query parameters have full length at the same time: all of them would be
 * fourteen times Node's limit.
 */
const AT_ONCE = 7;

let [invoice, wallet] = ["", ""];
let caller: Awaited<ReturnType<typeof newCaller>>;
beforeAll(async () => {
  await openGateway();
  caller = await newCaller();
  invoice = (await newInvoice(caller.merchantId)).id;
  wallet = (await newWallet(caller.merchantId)).id;
});
afterAll(() => closeDatabase());

const canBeHeader = (text: string) => {
  try {
    return new Headers({ text: `a=${text}` }).has("text");
  } catch {
    return false;
  }
};

/**
 * Cuts a text to what Node accepts in a URL, keeping its end: escaped, one character may become
 * six.
 */
function forAddress(text: string): string {
  const share = HEADER_CHARACTERS / encodeURIComponent(text).length;
  return share >= 1 ? text : text.slice(0, Math.floor(text.length * share) - 1) + text.slice(-1);
}

/** Fails if one of the texts costs far more than a plain one of the same length. */
async function expectCheap(texts: readonly string[], ask: (text: string) => unknown) {
  for (const text of texts) {
    const excess = await excessOver(() => ask(text), { plain: () => ask("x".repeat(text.length)), times: 10 });
    expect(excess, `${text.slice(0, 20)}...${text.slice(-2)}`).toBeNull();
  }
}

const answered = async (handler: Handler, uuid: string, path: string, sent: RequestInit = {}) => {
  const response = await handler(new Request(`http://gateway.example/${path}`, sent), {
    params: Promise.resolve({ uuid }),
  });
  await response.text();
};

describe("no text in a header, a URL or a form costs more than 50 ms of CPU time", () => {
  const inHeaders = adversarialTexts(HEADER_CHARACTERS, undefined, ["", "https://"]).filter(canBeHeader);
  /** Each unit once: a text this short is cheap unless the cost grows faster than its square. */
  const inForms = adversarialTexts(FORM_CHARACTERS, undefined, [""]);
  test("there are texts to try", () => expect(inHeaders.length).toBeGreaterThan(100));

  test.each<[string, Handler, () => string]>([
    ["the payment page", getPage, () => invoice],
    ["the payment status", getState, () => invoice],
    ["the refund link", getLink, () => invoice],
    ["the static wallet page", getWallet, () => wallet],
    ["the embed script", getEmbedScript, () => ""],
  ])("%s: headers and query", async (_, handler, uuid) => {
    for (let first = 0; first < HEADERS.length; first += AT_ONCE)
      await expectCheap(inHeaders, (text) => {
        const [names, asked] = [HEADERS, QUERY].map((all) => all.slice(first, first + AT_ONCE)) as [string[], string[]];
        const query = new URLSearchParams(asked.map((name) => [name, forAddress(text)]));
        const headers = Object.fromEntries(names.map((name) => [name, name === "cookie" ? `a=${text}` : text]));
        return answered(handler, uuid(), `pay?${query}`, { headers });
      });
  });

  test.each<[string, Handler, readonly string[]]>([
    ["a coin", postCoin, ["coin"]],
    ["a refund request", postWish, ["money", "address", "email"]],
    ["the token of a refund link", postLink, ["token"]],
    ["a signature", postSignature, ["message", "signature", "address", "money"]],
  ])("a form with %s", async (_, handler, names) => {
    for (const name of names)
      await expectCheap(inForms, (text) => {
        const body = new URLSearchParams({ [name]: text });
        return answered(handler, invoice, "pay", { method: "POST", body });
      });
  });

  test("a call of the machine API: headers and query, with a wrong and with a valid signature", async () => {
    await expectCheap(inHeaders, (sign) =>
      answered(postPayment, "", "v1", { method: "POST", body: "{}", headers: { merchant: caller.merchantId, sign } }),
    );
    await expectCheap(inHeaders, (timed) =>
      answered(postPayment, "", "v1", {
        method: "POST",
        body: "{}",
        headers: { merchant: caller.merchantId, [TIMED_SIGNATURE]: timed },
      }),
    );
    await expectCheap(inHeaders, (merchant) =>
      answered(postPayment, "", "v1", { method: "POST", body: "{}", headers: { merchant, sign: "0" } }),
    );
    const headers = { merchant: caller.merchantId, sign: signBody(new TextEncoder().encode("{}"), caller.key) };
    await expectCheap(inHeaders, (cursor) =>
      answered(postPaymentList, "", `v1?${new URLSearchParams({ cursor })}`, { method: "POST", body: "{}", headers }),
    );
  });

  test("a body of the machine API that is no JSON, or almost", async () => {
    const read = (body: Uint8Array) => {
      try {
        parseBody(body);
      } catch {
        // A refusal is fine; only the cost matters here.
      }
    };
    const shapes: ((text: string) => string)[] = [
      (text) => text,
      (text) => `{"a":${text}}`,
      (text) => `{"a":"${text}`,
      (text) => JSON.stringify({ [text]: text }),
    ];
    for (const shape of shapes)
      for (const text of adversarialTexts(BODY_BYTES_MAX)) {
        // Made before it is measured: writing a text as JSON costs more than reading it.
        const body = Buffer.from(shape(text)).subarray(0, BODY_BYTES_MAX);
        expect(await excessOf(text, () => read(body))).toBeNull();
      }
  });
});
