import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET, POST } from "@/app/v1/exchange-rate/[currency]/list/route";
import { closeDatabase } from "@/lib/kernel/db";
import { openGateway, setPrice } from "@/lib/money-in/invoices/testing/gateway-rig";
import { clearRatesCache } from "@/lib/pricing/rates/queries";
import { clearRateListCache } from "@/lib/pricing/rates/schema";

beforeAll(() => openGateway(1));
afterAll(closeDatabase);
beforeEach(() => {
  clearRatesCache();
  clearRateListCache();
});

async function ask(currency: string, init: RequestInit = {}, handler = GET) {
  const response = await handler(new Request(`http://127.0.0.1/v1/exchange-rate/${currency}/list`, init));
  return { status: response.status, json: JSON.parse(await response.text()) };
}

/** `to` -> course. */
const coursesOf = ({ json }: { json: { result: { to: string; course: string }[] } }) =>
  Object.fromEntries(json.result.map(({ to, course }) => [to, course]));

describe("the list of exchange rates", () => {
  test("has exactly from, to and course, in upper case, for every other currency with a fresh price", async () => {
    const answer = await ask("ETH");
    expect(answer.status).toBe(200);
    for (const course of answer.json.result) {
      expect(Object.keys(course)).toEqual(["from", "to", "course"]);
      expect(course.from).toBe("ETH");
    }
    expect(coursesOf(answer)).toEqual({
      USD: "2000.00000000",
      EUR: "1600.00000000",
      USDT: "2000.00000000",
      USDC: "2000.00000000",
      DAI: "2000.60018005",
      BTC: "0.02000000",
      BNB: "2.50000000",
      POL: "8000.00000000",
      SHIB: "200000000.00000000",
    });
  });

  test("keeps the digits of small rates", async () => {
    expect(coursesOf(await ask("SHIB"))).toMatchObject({
      USD: "0.00001000",
      BTC: "0.0000000001",
      DAI: "0.000010003001",
    });
  });

  test.each(["eth", "Eth", "%65th"])("accepts the currency in any case: %s", async (currency) => {
    expect((await ask(currency)).json.result[0].from).toBe("ETH");
  });

  test("also converts from fiat", async () => {
    expect(coursesOf(await ask("eur"))).toMatchObject({ USD: "1.25000000", ETH: "0.00062500", BTC: "0.00001250" });
  });

  test.each([
    {},
    { headers: { merchant: "nobody", sign: "0".repeat(32) } },
    { headers: { sign: "x".repeat(10_000) } },
    { headers: { authorization: "Bearer x" } },
  ])("is public, whatever the headers of a signature say (%#)", async (init) => {
    expect((await ask("BTC", init)).json).toMatchObject({ state: 0 });
  });

  test("also responds to POST, with any body", async () => {
    for (const body of ["", "{}", "[1", '{"currency":"BTC"}'])
      expect((await ask("ETH", { method: "POST", body }, POST)).json.result[0].from).toBe("ETH");
  });

  test.each(["XXX", "constructor", "%00", "%E2%82%BF", "E%54%48%20", "ETH%2FUSD", "x".repeat(64)])(
    "reports the unknown currency %j",
    async (currency) => {
      expect(await ask(currency)).toEqual({ status: 422, json: { state: 1, message: "The currency was not found" } });
    },
  );

  test("names the parameter if it is longer than any code", async () => {
    expect(await ask("x".repeat(65))).toMatchObject({
      status: 422,
      json: { errors: { currency: [expect.any(String)] } },
    });
  });

  test("omits stale rates, and is empty for a currency whose own rate is stale", async () => {
    await setPrice("BNB", "800", 3_600);
    clearRateListCache();
    expect(Object.keys(coursesOf(await ask("ETH")))).not.toContain("BNB");
    expect((await ask("BNB")).json).toEqual({ state: 0, result: [] });
    await setPrice("BNB", "800");
  });

  test("is built once for all requests within three seconds", async () => {
    await ask("ETH");
    await setPrice("ETH", "4000");
    expect(coursesOf(await ask("ETH"))["USD"]).toBe("2000.00000000");
    clearRateListCache();
    expect(coursesOf(await ask("ETH"))["USD"]).toBe("4000.00000000");
    await setPrice("ETH", "2000");
  });
});
