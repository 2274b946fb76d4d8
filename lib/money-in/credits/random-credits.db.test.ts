import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import {
  type AccountName,
  conversionGains,
  feesEarned,
  merchantWallet,
  operatorCapital,
  receivable,
  treasury,
  treasuryShortfall,
  userReceivable,
  userWallet,
} from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import {
  credit,
  drainTreasury,
  fillTreasury,
  moveValue,
  newCredit,
  newReferrer,
  reverse,
  type TestCredit,
} from "@/lib/money-in/credits/testing/credit-rig";
import { ExpectedBooks } from "@/lib/money-in/credits/testing/expected-books";
import {
  bookDifferences,
  fundCapital,
  newMerchant,
  openGateway,
  setPrice,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { connectReferrer } from "@/lib/people/referrals/referrals";
import { drawnCases } from "@/lib/testing/drawn-cases";

const COINS = ["ETH", "SHIB", "USDT"] as const;
type Coin = (typeof COINS)[number];
const PRICES: Readonly<Record<string, string>> = { ETH: "1999.87654321", SHIB: "0.0000099512" };

beforeAll(async () => {
  await openGateway(1);
  for (const coin of COINS) await fundCapital(coin, "1000000000000");
});
afterAll(closeDatabase);

const coin = fc.constantFrom<Coin>("ETH", "ETH", "SHIB", "USDT");
/** Up to 10 units of a coin, with all 18 decimals or with few. */
const amount = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 19n }), fc.constantFrom("1000000000000000000", "100000000", "1000000000"))
  .map(([units, scale]) => decimal(units).dividedBy(scale).toDecimalPlaces(18, Decimal.ROUND_DOWN))
  .map((value) =>
    value.gt("1000000") ? value.dividedBy("10000000000").toDecimalPlaces(18, Decimal.ROUND_DOWN) : value,
  );

const steps = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      step: fc.constant("credit" as const),
      coin,
      amount,
      percent: fc.constantFrom(0, 1, 3, 100),
    }),
  },
  { weight: 4, arbitrary: fc.record({ step: fc.constant("reverse" as const), which: fc.nat(9) }) },
  { weight: 3, arbitrary: fc.record({ step: fc.constant("include" as const), which: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ step: fc.constant("again" as const), which: fc.nat(9) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      step: fc.constant("take" as const),
      from: fc.constantFrom("wallet" as const, "user" as const, "treasury" as const, "treasury" as const),
      coin,
      share: fc.constantFrom("0.3", "0.9", "1"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      step: fc.constant("fill" as const),
      treasury: fc.constantFrom("1", "50", "5000", "1000000"),
    }),
  },
  { weight: 2, arbitrary: fc.record({ step: fc.constant("switch" as const), coin }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant("age" as const), coin }) },
);
type Step = typeof steps extends fc.Arbitrary<infer Value> ? Value : never;

/** A fixed plan in which everything occurs. */
const EVERYTHING: Step[] = [
  { step: "credit", coin: "ETH", amount: decimal("1"), percent: 1 },
  { step: "take", from: "treasury", coin: "ETH", share: "1" },
  { step: "take", from: "wallet", coin: "USDT", share: "0.9" },
  { step: "take", from: "user", coin: "ETH", share: "0.3" },
  { step: "reverse", which: 0 },
  { step: "include", which: 0 },
  { step: "age", coin: "ETH" },
  { step: "credit", coin: "ETH", amount: decimal("0.5"), percent: 3 },
];

type Life = {
  readonly merchantId: string;
  readonly userId: string;
  readonly isReferred: boolean;
  readonly books: ExpectedBooks;
  readonly standing: TestCredit[];
  readonly gone: TestCredit[];
  readonly converted: Set<string>;
  readonly stale: Set<string>;
};

test("any sequence of credits, reversals, returns, replays, spending, treasury depletion and settings changes leaves every account exactly as the rules say", {
  timeout: 240_000,
}, async () => {
  const plan = fc.record({
    isReferred: fc.boolean(),
    treasury: fc.constantFrom("1", "5000", "1000000"),
    steps: fc.array(steps, { minLength: 6, maxLength: 20 }),
  });
  await fc.assert(
    fc.asyncProperty(plan, async ({ isReferred, treasury: there, steps: plan }) => {
      const life = await begin(isReferred);
      await take(life, { step: "fill", treasury: there });
      for (const step of plan) await take(life, step);
      await expectBooks(life);
      expect(await bookDifferences()).toEqual([]);
    }),
    {
      numRuns: drawnCases({ gate: 30, all: 60 }),
      examples: [[{ isReferred: true, treasury: "1000000", steps: EVERYTHING }]],
    },
  );
  await expectVariety();
});

/** Checks that the plans covered the cases they are for. */
async function expectVariety(): Promise<void> {
  const undone = { reversedAt: { not: null } };
  const postings = (...kinds: readonly string[]) =>
    database().posting.count({ where: { account: { kind: { in: [...kinds] } } } });
  const counts = {
    conversions: await database().conversion.count(),
    undone: await database().conversion.count({ where: undone }),
    skipped: await database().alarm.count({ where: { kind: "conversion-skipped" } }),
    sharesTakenBack: await database().referralCredit.count({ where: undone }),
    shortfalls: await postings("treasury-shortfall"),
    debts: await postings("receivable", "user-receivable"),
  };
  expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
}

/**
 * Creates a merchant that converts everything and its referrer; the shared accounts are emptied
 * into the operator's capital.
 */
async function begin(isReferred: boolean): Promise<Life> {
  for (const name of COINS) {
    const there = await findBalance(treasury(name));
    if (!there.isZero()) await drainTreasury(name, there.toFixed());
    const short = (await findBalance(treasuryShortfall(name))).negated();
    if (!short.isZero()) await moveValue(operatorCapital(name), treasuryShortfall(name), short.toFixed());
    if (name !== "USDT") await setPrice(name, PRICES[name] ?? "1");
  }
  const [merchantId, { userId, code }] = [await newMerchant(), await newReferrer()];
  if (isReferred) await withTransaction((tx) => connectReferrer(tx, merchantId, code));
  await database().autoConvert.createMany({
    data: ["ETH", "SHIB"].map((currencyCode) => ({ merchantId, currencyCode })),
  });
  const books = new ExpectedBooks();
  for (const name of COINS) books.add(`fees ${name}`, await findBalance(feesEarned(name)));
  books.add("gains USDT", await findBalance(conversionGains("USDT")));
  const sets = { converted: new Set(["ETH", "SHIB"]), stale: new Set<string>() };
  return { merchantId, userId, isReferred, books, standing: [], gone: [], ...sets };
}

async function take(life: Life, step: Step): Promise<void> {
  const { merchantId, books } = life;
  if (step.step === "credit") {
    const commission = step.amount.times(decimal(BigInt(step.percent))).dividedBy("100");
    const kept = commission.toDecimalPlaces(8, Decimal.ROUND_DOWN).toFixed();
    await creditNow(life, newCredit(merchantId, step.coin, step.amount.toFixed(), kept));
  } else if (step.step === "reverse") {
    const [chosen] = life.standing.splice(step.which % Math.max(life.standing.length, 1), 1);
    if (chosen === undefined) return;
    await reverse(chosen);
    books.reverse(chosen);
    life.gone.push(chosen);
  } else if (step.step === "include") {
    const [chosen] = life.gone.splice(step.which % Math.max(life.gone.length, 1), 1);
    if (chosen) await creditNow(life, { ...chosen, inclusion: chosen.inclusion + 1 });
  } else if (step.step === "again") {
    const [done, undone] = [life.standing, life.gone].map((list) => list[step.which % Math.max(list.length, 1)]);
    if (done) await credit(done);
    if (undone) await Promise.all([reverse(undone), credit(undone)]);
  } else if (step.step === "take") await takeOut(life, step);
  else if (step.step === "fill") {
    await fillTreasury("USDT", step.treasury);
    books.add("treasury USDT", decimal(step.treasury));
  } else if (step.step === "switch") await switchCoin(life, step.coin);
  else if (step.coin !== "USDT") {
    life.stale.add(step.coin);
    await setPrice(step.coin, PRICES[step.coin] ?? "1", 3_600);
  }
}

async function creditNow(life: Life, credited: TestCredit): Promise<void> {
  const { currency } = credited;
  await credit(credited);
  const isSwapped = life.converted.has(currency) && !life.stale.has(currency);
  const rate = isSwapped ? decimal(PRICES[currency] ?? "0") : null;
  life.books.credit(credited, { rate, isReferred: life.isReferred });
  life.standing.push(credited);
}

async function takeOut(life: Life, step: Extract<Step, { step: "take" }>): Promise<void> {
  const place = `${step.from} ${step.coin}`;
  const part = life.books.of(place).times(step.share).toDecimalPlaces(18, Decimal.ROUND_DOWN);
  if (!part.gt(ZERO)) return;
  await moveValue(accountOf(life, place), operatorCapital(step.coin), part.toFixed());
  life.books.add(place, part.negated());
}

async function switchCoin({ merchantId, converted }: Life, currencyCode: string): Promise<void> {
  // USDT itself can be selected but is never converted.
  if (await database().autoConvert.findFirst({ where: { merchantId, currencyCode } })) {
    await database().autoConvert.deleteMany({ where: { merchantId, currencyCode } });
    converted.delete(currencyCode);
    return;
  }
  await database().autoConvert.create({ data: { merchantId, currencyCode } });
  if (currencyCode !== "USDT") converted.add(currencyCode);
}

const ACCOUNTS: Readonly<Record<string, (life: Life, currency: string) => AccountName>> = {
  wallet: ({ merchantId }, currency) => merchantWallet(merchantId, currency),
  owed: ({ merchantId }, currency) => receivable(merchantId, currency),
  user: ({ userId }, currency) => userWallet(userId, currency),
  "user-owed": ({ userId }, currency) => userReceivable(userId, currency),
  treasury: (_, currency) => treasury(currency),
  shortfall: (_, currency) => treasuryShortfall(currency),
  fees: (_, currency) => feesEarned(currency),
  gains: (_, currency) => conversionGains(currency),
};

function accountOf(life: Life, place: string): AccountName {
  const [kind = "", currency = ""] = place.split(" ");
  const make = ACCOUNTS[kind];
  if (make === undefined) throw new Error(`no account for ${place}`);
  return make(life, currency);
}

async function expectBooks(life: Life): Promise<void> {
  const isDebt = (place: string) => /^(owed|user-owed|shortfall) /.test(place);
  for (const place of life.books.places()) {
    const found = await findBalance(accountOf(life, place));
    const shown = isDebt(place) ? found.negated() : found;
    expect(`${place}: ${shown.abs().toFixed()}`).toBe(`${place}: ${life.books.of(place).abs().toFixed()}`);
    expect(shown.isZero() || shown.isNegative() === life.books.of(place).isNegative(), place).toBe(true);
  }
}
