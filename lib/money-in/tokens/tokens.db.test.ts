import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { ChainUnavailableError } from "@/lib/chains/errors";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { createInvoice } from "@/lib/money-in/invoices/create-invoice";
import { createInvoiceInput, toInvoiceTerms } from "@/lib/money-in/invoices/schema";
import { newMerchant, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { addToken, lookUpToken, removeToken } from "@/lib/money-in/tokens/add-token";
import { stateOf } from "@/lib/money-in/tokens/added-token";
import { advanceToken } from "@/lib/money-in/tokens/advance-token";
import { findToken } from "@/lib/money-in/tokens/repo";
import { createUser } from "@/lib/people/identity/complete-setup";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import type { TokenReader } from "@/lib/pricing/catalog/agreed-token";
import { clearCatalogCache, loadCatalog } from "@/lib/pricing/catalog/queries";
import { verifyServices } from "@/lib/pricing/catalog/verify-services";
import { clearRatesCache, findUsdPrice } from "@/lib/pricing/rates/queries";
import { type RateSource, RateSourceError } from "@/lib/pricing/rates/rate-source";
import { refreshRates } from "@/lib/pricing/rates/refresh-rates";

vi.stubEnv("MAIL_FROM", "Chaintill <no-reply@pay.test>");

const CONTRACT = "0x514910771AF9Ca656af840dff83E8264EcF986CA";
const KEY = { networkCode: "eth", contract: CONTRACT };
const never = () => AbortSignal.timeout(60_000);

let actorId: string;

beforeEach(async () => {
  await database().addedToken.deleteMany();
  await database().service.deleteMany({ where: { currencyCode: "LINK" } });
  await database().currency.deleteMany({ where: { code: "LINK" } });
  await database().mail.deleteMany();
  await openGateway(5);
  const person = { email: `${Math.random()}@gateway.test`, name: "Ada", password: "a-long-password", isOperator: true };
  actorId = (await withTransaction((tx) => createUser(tx, person))).id;
  const longAgo = new Date(0);
  await database().user.update({
    where: { id: actorId },
    data: { operatorSince: longAgo, passwordChangedAt: longAgo },
  });
  clearCatalogCache();
});
afterAll(closeDatabase);

/** One host per argument; each reports the given token, or none. */
const nodes = (...said: readonly ({ symbol: string; decimals: number } | null)[]): TokenReader => ({
  describeTokenByEach: async () =>
    said.map((token, index) => ({ node: `node-${index}.test`, head: null, answer: { token }, error: null })),
});
const link = (decimals = 18) => ({ symbol: "LINK", decimals });
const agreeing = nodes(link(), link());
const silent: TokenReader = { describeTokenByEach: () => Promise.resolve([]) };

const pricing = (name: string, price: string | null): RateSource => ({
  name,
  fetchPrices: async (pairs) => {
    if (price === null) throw new RateSourceError(name, "no answer");
    return pairs
      .filter(({ base, quote }) => base === "LINK" && quote === "USD")
      .map((pair) => ({ ...pair, price: decimal(price) }));
  },
});
const SOURCES = [pricing("Binance", "13.25"), pricing("Kucoin", "99"), pricing("Exmo", null)];

const advance = (driver: TokenReader = agreeing, sources = SOURCES) => advanceToken(KEY, { driver, sources }, never());
const terms = (changes: object = {}) => ({
  ...{ name: "Chainlink", rateSource: "Binance" },
  ...{
    paymentMin: decimal("0.1"),
    paymentMax: decimal("10000"),
    payoutMin: decimal("0.2"),
    payoutMax: decimal("5000"),
  },
  ...changes,
});
const lookUp = () => lookUpToken(KEY, actorId);
const add = (changes?: object) => addToken(KEY, terms(changes), actorId);
const found = async () => {
  const row = await findToken(KEY);
  return row && { ...row, state: stateOf(row) };
};
const endCooldown = () =>
  database().$executeRaw`UPDATE added_tokens SET cooldown_ends_at = now() - interval '1 second'`;
const mails = () => database().mail.findMany();
const isOffered = async () => {
  clearCatalogCache();
  return (await loadCatalog()).service("LINK", "eth") !== null;
};
/** Returns the field or the message of a rejection. */
const refusal = (attempt: Promise<unknown>) =>
  attempt.then(
    () => "done",
    (error) => Object.keys(error.fields ?? {})[0] ?? error.message,
  );

describe("a token that an operator adds by its contract", () => {
  test("is read, priced, given terms, announced to all operators, and offered after a cooldown of a day", async () => {
    await lookUpToken({ ...KEY, contract: CONTRACT.toLowerCase() }, actorId);
    expect(await found()).toMatchObject({ state: "reading", requestedById: actorId });
    await advance();
    expect(await found()).toMatchObject({
      ...{ state: "read", symbol: "LINK", decimals: 18, problem: null, prices: { Binance: "13.25", Kucoin: "99" } },
      nodeReports: [
        { node: "node-0.test", report: '"LINK", 18 decimals' },
        { node: "node-1.test", report: '"LINK", 18 decimals' },
      ],
    });
    await add();
    expect([(await found())?.state, await mails()]).toEqual(["checking", []]);
    await advance();
    const { cooldownEndsAt, state } = (await found()) ?? {};
    expect(state).toBe("waiting");
    expect(Math.round(((cooldownEndsAt?.getTime() ?? 0) - Date.now()) / 3_600_000)).toBe(24);
    const told = await mails();
    expect(told.length).toBe(await database().user.count({ where: { isOperator: true } }));
    expect(told[0]).toMatchObject({ subject: "LINK is being added on Ethereum" });
    expect(told[0]?.text).toContain(CONTRACT);
    // The date in readable form, with its time zone.
    expect(told[0]?.text).toMatch(/can be paid in it from [0-9]{1,2} [A-Z][a-z]+ 20[0-9]{2}, [0-9]{2}:[0-9]{2}\sUTC\./);

    await advance();
    expect(await isOffered()).toBe(false);
    await endCooldown();
    await advance();
    expect((await found())?.state).toBe("offered");
    expect((await loadCatalog()).service("LINK", "eth") ?? {}).toMatchObject({ contract: CONTRACT, decimals: 18 });
    expect(await isOffered()).toBe(true);

    await refreshRates([pricing("Kucoin", "99")], never());
    expect(await refusal(findUsdPrice("LINK"))).toMatch(/LINK/);
    await refreshRates(SOURCES, never());
    clearRatesCache();
    expect((await findUsdPrice("LINK")).rate.toFixed()).toBe("13.25");
    const input = { amount: "265", currency: "USD", to_currency: "LINK", network: "eth", order_id: "order-1" };
    const invoice = await createInvoice(
      await getMerchant(await newMerchant()),
      toInvoiceTerms(createInvoiceInput.parse(input)),
    );
    expect(invoice.currentQuote?.payerAmount.toFixed()).toBe("20");
    const actions = await database().auditEvent.findMany({
      where: { action: { startsWith: "token." } },
      orderBy: { id: "asc" },
    });
    expect(actions.map(({ action }) => action).slice(-3)).toEqual(["token.look-up", "token.add", "token.offer"]);
  });

  test("accepts its own symbol in lower case after it was added, but reports another symbol as a mismatch", async () => {
    await lookUp();
    await advance();
    await add();
    await advance();
    await endCooldown();
    await advance();
    const verify = async (symbol: string) => {
      const all = await verifyServices({ describeAsset: async () => ({ symbol, decimals: 18 }) }, "eth", never());
      return all.find(({ currencyCode }) => currencyCode === "LINK")?.mismatch ?? null;
    };
    expect(await verify("Link")).toBeNull();
    expect(await verify("FAKE")).toMatch(/the node calls the token "FAKE"/);
  });

  test("does each step once, even with concurrent workers or a repeated job", async () => {
    await lookUp();
    await Promise.all([advance(), advance()]);
    await add();
    await Promise.all([advance(), advance(), advance()]);
    expect((await mails()).length).toBe(await database().user.count({ where: { isOperator: true } }));
    await endCooldown();
    await Promise.all([advance(), advance(), advance()]);
    await advance();
    expect(await database().service.count({ where: { currencyCode: "LINK" } })).toBe(1);
    expect(await database().auditEvent.count({ where: { action: "token.offer", target: "eth:LINK", actorId } })).toBe(
      1,
    );
  });

  test("is never offered when it is removed during the cooldown; once offered, it can only be disabled", async () => {
    await lookUp();
    await advance();
    await add();
    await advance();
    await removeToken(KEY, actorId);
    await advance();
    expect([await found(), await isOffered()]).toEqual([null, false]);
    await lookUp();
    await advance();
    await add();
    await advance();
    await endCooldown();
    await advance();
    expect(await refusal(removeToken(KEY, actorId))).toMatch(/Switch its payments and payouts off/);
    expect(await refusal(lookUp())).toBe("contract");
  });

  test("is not offered when its nodes report something else at the end of the cooldown, and waits while too few answer", async () => {
    await lookUp();
    await advance();
    await add();
    await advance();
    await endCooldown();
    await expect(advance(silent)).rejects.toThrow(ChainUnavailableError);
    await expect(advance(nodes(link()))).rejects.toThrow(ChainUnavailableError);
    expect((await found())?.state).toBe("waiting");
    await advance(nodes(link(6), link(6)));
    expect(await found()).toMatchObject({ state: "refused", problem: "The nodes say something else of it now." });
    await advance();
    expect(await isOffered()).toBe(false);
    await lookUp();
    expect((await found())?.state).toBe("reading");
  });

  test("is not offered when another currency has taken its code meanwhile", async () => {
    await lookUp();
    await advance();
    await add();
    await advance();
    await endCooldown();
    await database().currency.create({ data: { code: "LINK", name: "Other", kind: "crypto", decimals: 8 } });
    await advance();
    expect((await found())?.problem).toMatch(/There is a LINK already/);
  });
});

describe("a token is refused, with the reason", () => {
  test.each([
    [
      "that two nodes describe differently",
      nodes(link(), link(6)),
      /do not agree on one token. node-0.test: "LINK", 18/,
    ],
    ["that only one host reports", nodes(link()), /too few answered.*node-0.test: "LINK", 18/],
    ["that only one of two hosts knows", nodes(link(), null), /do not agree.*Token not found/],
    ["whose contract is not a token", nodes(null, null), /There is no token at this contract/],
    [
      "with the symbol of a reviewed currency",
      nodes({ symbol: "usdt", decimals: 6 }, { symbol: "usdt", decimals: 6 }),
      /USDT is a currency/,
    ],
    [
      "with a look-alike letter in its symbol",
      nodes({ symbol: "LІNK", decimals: 6 }, { symbol: "LІNK", decimals: 6 }),
      /no code of 2 to 12/,
    ],
    ["with more decimals than the ledger supports", nodes(link(24), link(24)), /24 decimals/],
    ["that no node responds about", silent, /No node of the network/],
  ])("%s", async (_case, driver, problem) => {
    await lookUp();
    await advance(driver);
    expect(await found()).toMatchObject({ state: "refused", problem: expect.stringMatching(problem) });
    expect(await refusal(add())).toMatch(/cannot be added as it is now/);
  });

  test("that no source prices", async () => {
    await lookUp();
    await advance(agreeing, [pricing("Exmo", null)]);
    expect((await found())?.problem).toBe("None of the price sources has a price of LINK.");
  });

  test.each([
    ["an invalid contract address", { networkCode: "eth", contract: "0x12" }, "contract"],
    ["an address of another family", { networkCode: "tron", contract: CONTRACT }, "contract"],
    [
      "a contract that is already in the catalog",
      { networkCode: "eth", contract: "0xdAC17F958D2ee523a2206206994597C13D831ec7" },
      "contract",
    ],
    ["a network without tokens", { networkCode: "btc", contract: CONTRACT }, /cannot be added on Bitcoin/],
    ["an unknown network", { networkCode: "moon", contract: CONTRACT }, /Network not found/],
  ])("at once: %s", async (_case, key, said) => {
    expect(await refusal(lookUpToken(key, actorId))).toEqual(
      typeof said === "string" ? said : expect.stringMatching(said),
    );
  });

  test.each([
    ["rateSource", { rateSource: "Exmo" }],
    ["paymentMin", { paymentMin: decimal("0.000000001") }],
    ["paymentMax", { paymentMax: decimal("0.01") }],
    ["payoutMax", { payoutMax: decimal("0.01") }],
  ])("for its terms, at %s", async (field, changes) => {
    await lookUp();
    await advance();
    expect(await refusal(add(changes))).toBe(field);
    expect((await found())?.state).toBe("read");
  });

  test("to a new operator", async () => {
    await lookUp();
    await advance();
    await database().user.update({ where: { id: actorId }, data: { operatorSince: new Date() } });
    expect(await refusal(add())).toMatch(/You are a new operator: until .* you cannot add a token/);
  });
});
