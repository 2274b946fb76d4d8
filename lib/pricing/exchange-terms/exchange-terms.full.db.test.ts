import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { createUser } from "@/lib/people/identity/complete-setup";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { TYPICAL_TERMS } from "@/lib/pricing/exchange-terms/exchange-terms";
import { findPayExchange } from "@/lib/pricing/exchange-terms/pay-exchange";
import { listTerms, syncExchangeTerms } from "@/lib/pricing/exchange-terms/repo";
import {
  clearExchangeTermsCache,
  resetExchangeTerms,
  setExchangeTerms,
} from "@/lib/pricing/exchange-terms/set-exchange-terms";

const USDT_ON_BSC = { currencyCode: "USDT", networkCode: "bsc" };
let actorId: string;

beforeAll(async () => {
  await openGateway(1);
  const person = { email: "operator@gateway.test", name: "Operator", password: "a-long-password", isOperator: true };
  actorId = (await withTransaction((tx) => createUser(tx, person))).id;
});
beforeEach(async () => {
  await database().exchangeTerms.deleteMany();
  await withTransaction(syncExchangeTerms);
  clearExchangeTermsCache();
});
afterAll(closeDatabase);

const stored = async ({ currencyCode, networkCode } = USDT_ON_BSC) => {
  const rows = await listTerms();
  const terms = rows.find((row) => row.currencyCode === currencyCode && row.networkCode === networkCode);
  return terms === undefined ? null : [terms.fee.toFixed(), terms.minimum.toFixed()];
};
const setTo = (fee: string, minimum: string, key = USDT_ON_BSC) =>
  setExchangeTerms({ ...key, fee: decimal(fee), minimum: decimal(minimum), actorId });

describe("typical terms", () => {
  test("are copied completely, and a second run changes nothing", async () => {
    await database().exchangeTerms.deleteMany();
    expect(await withTransaction(syncExchangeTerms)).toBe(TYPICAL_TERMS.length);
    expect(await withTransaction(syncExchangeTerms)).toBe(0);
    expect(await stored()).toEqual(["0.3", "10"]);
  });

  test("are written once by many processes that start concurrently", async () => {
    await database().exchangeTerms.deleteMany();
    const runs = await Promise.all(Array.from({ length: 6 }, () => withTransaction(syncExchangeTerms)));
    expect(runs.reduce((sum, count) => sum + count, 0)).toBe(TYPICAL_TERMS.length);
  });

  test("follow a newer version only where the operator has not edited them", async () => {
    await database().exchangeTerms.updateMany({ where: { currencyCode: "DAI" }, data: { fee: "99" } });
    await setTo("0.7", "5");
    expect(await withTransaction(syncExchangeTerms)).toBe(3);
    expect(await stored({ currencyCode: "DAI", networkCode: "bsc" })).toEqual(["0.8", "10"]);
    expect(await stored()).toEqual(["0.7", "5"]);
  });
});

describe("the operator", () => {
  test("changes terms and reverts the change, each with an audit record", async () => {
    await setTo("2", "30");
    expect(await stored()).toEqual(["2", "30"]);
    await resetExchangeTerms({ ...USDT_ON_BSC, actorId });
    expect(await stored()).toEqual(["0.3", "10"]);
    expect(await withTransaction(syncExchangeTerms)).toBe(0);
    const events = await database().auditEvent.findMany({
      where: { actorId, target: "bsc:USDT" },
      orderBy: { id: "desc" },
      take: 2,
    });
    expect(events.map(({ action }) => action)).toEqual(["exchange-terms.reset", "exchange-terms.set"]);
    expect(events[1]?.detail).toEqual({ fee: "2", minimum: "30" });
  });

  test("sets terms of a service that has none, and removes them again", async () => {
    const verse = { currencyCode: "VERSE", networkCode: "eth" };
    expect(await stored(verse)).toBeNull();
    await setTo("1000", "5000", verse);
    expect(await stored(verse)).toEqual(["1000", "5000"]);
    await resetExchangeTerms({ ...verse, actorId });
    expect(await stored(verse)).toBeNull();
  });

  test("gets an error that names the field for an unknown service and for negative amounts", async () => {
    const wrong = async (attempt: Promise<unknown>) => await attempt.catch((error) => Object.keys(error.fields ?? {}));
    expect(await wrong(setTo("1", "1", { currencyCode: "USDT", networkCode: "doge" }))).toEqual(["currencyCode"]);
    expect(await wrong(setTo("-1", "1"))).toEqual(["fee"]);
    expect(await wrong(setTo("1", "-1"))).toEqual(["minimum"]);
    expect(await stored()).toEqual(["0.3", "10"]);
  });
});

test("a page gets the terms, the network's names, and the names that would be wrong", async () => {
  const usdt = await findPayExchange(await loadCatalog(), "USDT", "bsc");
  expect(usdt.terms?.fee.toFixed()).toBe("0.3");
  expect(usdt.names[0]).toBe("BEP20");
  expect(usdt.wrongNames.slice(0, 2)).toEqual(["TRC20", "ERC20"]);
  expect(usdt.wrongNames).not.toContain("BEP20");
  expect((await findPayExchange(await loadCatalog(), "VERSE", "eth")).terms).toBeNull();
});

describe("the terms shown on pages", () => {
  const shown = async () => (await findPayExchange(await loadCatalog(), "USDT", "bsc")).terms?.fee.toFixed();

  test("change at once in the process in which the operator edits them, and back again", async () => {
    expect(await shown()).toBe("0.3");
    await setTo("2", "30");
    expect(await shown()).toBe("2");
    await resetExchangeTerms({ ...USDT_ON_BSC, actorId });
    expect(await shown()).toBe("0.3");
  });

  test("change within ten seconds when another process edits them", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    try {
      expect(await shown()).toBe("0.3");
      await database().exchangeTerms.updateMany({ where: USDT_ON_BSC, data: { fee: "5", isEdited: true } });
      vi.advanceTimersByTime(9_000);
      expect(await shown()).toBe("0.3");
      vi.advanceTimersByTime(1_001);
      expect(await shown()).toBe("5");
    } finally {
      vi.useRealTimers();
    }
  });
});
