import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { hotCustody } from "@/lib/ledger/account";
import { leg, postEntry } from "@/lib/ledger/post-entry";
import {
  CONFIRMATIONS,
  newInvoice,
  newMerchant,
  openGateway,
  START_HEIGHT,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { cancelPayout } from "@/lib/money-out/payouts/cancel-payout";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import {
  EVM_ADDRESS,
  fillTreasury,
  fundHot,
  giveUser,
  newPayer,
  type Payer,
} from "@/lib/money-out/payouts/testing/payout-rig";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { openRawConnection, processUrls, type RunRaw } from "@/lib/testing/process-users";
import { type RawLeg, rawEntry } from "@/lib/testing/raw-orders";

/**
 * An attacker took over the web process and writes into the books directly, as its database user.
 */

let runRaw: RunRaw;
let close: () => Promise<void>;
let victim: Payer;
let own: Payer;

beforeAll(async () => {
  await openGateway(5);
  await fundHot("bsc", "USDT", "100000");
  await fundHot("eth", "ETH", "100");
  await fillTreasury("ETH", "10");
  await fillTreasury("USDT", "10000");
  victim = await newPayer({ USDT: "1000" });
  own = await newPayer({ USDT: "100" });
  await giveUser(victim.userId, "USDT", "500");
  for (const payer of [victim, own]) {
    const order = { amount: "0.001", currency: "ETH", network: "eth", order_id: randomUUID(), from_currency: "USDT" };
    const input = createPayoutInput.parse({ ...order, address: EVM_ADDRESS, is_subtract: true });
    await createPayout(await getMerchant(payer.merchantId), input);
  }
  for (const kind of ["invoice-pending", "held", "user", "receivable"]) {
    const data = { class: kind === "receivable" ? "equity" : "liability", kind, ownerId: own.merchantId } as const;
    await database().account.create({ data: { ...data, currencyCode: "USDT", shardCount: 1 } });
  }
  ({ runRaw, close } = await openRawConnection((await processUrls()).web));
});
afterAll(async () => {
  await close();
  await closeDatabase();
});

async function give(kind: string, owner: string): Promise<void> {
  const name = { class: "liability", kind, ownerId: owner, currency: "USDT", shardCount: 1 } as const;
  const legs = leg(hotCustody("bsc", "USDT"), name, decimal("100"));
  await withTransaction((tx) =>
    postEntry(tx, { kind: "capital.fund", reference: randomUUID(), groupId: "test", legs }),
  );
}

const enter = (kind: string, reference: string, ...legs: readonly RawLeg[]) =>
  runRaw(...rawEntry(kind, reference, ...legs));
const named = () => `${randomUUID()}:1`;

describe("an entry", () => {
  test.each(["capital.fund", "capital.move", "send.settle", "payout.settle", "gas.settle", "made.up"])(
    "of the kind %s is reserved for the worker or does not exist",
    async (kind) => {
      const legs: RawLeg[] = [
        ["hot", "bsc", "USDT", "100"],
        ["merchant", own.merchantId, "USDT", "-100"],
      ];
      expect(await enter(kind, named(), ...legs)).toMatch(/is a worker's/);
    },
  );

  const GIFTS: readonly (readonly [string, string, RawLeg])[] = [
    ["the hot wallet", "treasury.draw", ["hot", "bsc", "USDT", "100"]],
    ["a deposit that there is not", "deposit.book", ["hot", "bsc", "USDT", "100"]],
    ["earnings", "invoice.credit", ["operator-capital", "", "USDT", "100"]],
    ["the treasury", "treasury.draw", ["treasury", "", "USDT", "100"]],
    ["what was never earned", "referral.credit", ["operator-capital", "", "USDT", "100"]],
  ];
  test.each(GIFTS)("credits a merchant nothing from %s", async (_from, kind, leg) => {
    const entry = enter(kind, named(), leg, ["merchant", own.merchantId, "USDT", "-100"]);
    expect(await entry).toMatch(/does not go this way|did not get what it gives/);
  });

  test("credits a merchant nothing from another merchant, nor from a user's wallet", async () => {
    const to: RawLeg = ["merchant", own.merchantId, "USDT", "-100"];
    expect(await enter("invoice.credit", named(), ["merchant", victim.merchantId, "USDT", "100"], to)).toMatch(
      /this way/,
    );
    expect(await enter("invoice.credit", named(), ["user", victim.userId, "USDT", "100"], to)).toMatch(/this way/);
    expect(await enter("invoice.credit-internal", named(), ["user", victim.userId, "USDT", "100"], to)).toMatch(
      /this way/,
    );
  });

  test("lends nothing, and reverses nothing whose deposit stands", async () => {
    const to: RawLeg = ["merchant", own.merchantId, "USDT", "-100"];
    const debt: RawLeg = ["receivable", own.merchantId, "USDT", "100"];
    expect(await enter("invoice.credit", named(), debt, to)).toMatch(/this way/);
    expect(await enter("invoice.credit-reverse", named(), debt, to)).toMatch(/its deposit stands/);
  });

  test("that reverses a vanished deposit returns no more than was credited", async () => {
    const deposit = {
      networkCode: "bsc",
      transactionId: randomUUID(),
      position: "log:0",
      currencyCode: "USDT",
      amount: "1",
    };
    const at = { toAddress: EVM_ADDRESS, addressId: 1n, status: "vanished", blockHeight: 1n } as const;
    const { id } = await database().deposit.create({ data: { ...deposit, ...at } });
    const legs: RawLeg[] = [
      ["receivable", own.merchantId, "USDT", "100"],
      ["merchant", own.merchantId, "USDT", "-100"],
    ];
    expect(await enter("invoice.credit-reverse", `${id}:1`, ...legs)).toMatch(/does not go this way/);
  });

  test("returns what was reserved for its own payout, and no other payout's money", async () => {
    const { merchantId } = own;
    const [dead, alive] = [randomUUID(), randomUUID()];
    for (const id of [dead, alive]) {
      const order = await createPayout(await getMerchant(merchantId), payoutInput(id));
      if (id === dead) await cancelPayout({ merchantId, payoutId: order.id, actorId: own.userId });
    }
    const { id } = await database().payout.findFirstOrThrow({ where: { orderId: dead } });
    const twice: RawLeg[] = [
      ["reserved", merchantId, "USDT", "5"],
      ["merchant", merchantId, "USDT", "-5"],
    ];
    expect(await enter("payout.return", `${id}:1`, ...twice)).toMatch(/does not go this way|cause is not there/);
  });

  test("converts treasury coins only at their value", async () => {
    const legs: RawLeg[] = [
      ["merchant", own.merchantId, "USDT", "1"],
      ["treasury", "", "USDT", "-1"],
      ["treasury", "", "ETH", "1"],
      ["reserved", own.merchantId, "ETH", "-1"],
    ];
    expect(await enter("conversion.auto", named(), ...legs)).toMatch(/does not go this way/);
    expect(await enter("refund.reserve", randomUUID(), ...legs)).toMatch(/its cause is not there/);
    const row = newPayoutRow(own.merchantId);
    expect(await runRaw(...row.rows, ...rawEntry("payout.reserve", row.id, ...legs))).toMatch(
      /not worth what is given/,
    );
  });

  test("converts no more of a merchant's balance automatically than was just credited", async () => {
    const { merchantId } = own;
    const there = {
      class: "liability",
      kind: "merchant",
      ownerId: merchantId,
      currencyCode: "ETH",
      shardCount: 1,
    } as const;
    await database().account.create({ data: there });
    const legs: RawLeg[] = [
      ["merchant", merchantId, "USDT", "20"],
      ["treasury", "", "USDT", "-20"],
      ["treasury", "", "ETH", "0.01"],
      ["merchant", merchantId, "ETH", "-0.01"],
    ];
    expect(await enter("conversion.auto", named(), ...legs)).toMatch(/does not go this way/);
  });

  test("credits no unassigned held funds to a merchant who names a case of their own", async () => {
    const deposit = {
      networkCode: "bsc",
      transactionId: randomUUID(),
      position: "log:0",
      currencyCode: "USDT",
      amount: "100",
    };
    const at = {
      toAddress: EVM_ADDRESS,
      addressId: 1n,
      status: "confirmed",
      bookedInclusion: 1,
      blockHeight: 1n,
    } as const;
    const { id } = await database().deposit.create({ data: { ...deposit, ...at } });
    const caseId = randomUUID();
    const opened = `INSERT INTO cases (id, kind, status, deposit_id, currency_code, network_code, amount)
      VALUES ($1, 'unmatched', 'credited', $2, 'USDT', 'bsc', 100)`;
    const legs: RawLeg[] = [
      ["held", own.merchantId, "USDT", "100"],
      ["merchant", own.merchantId, "USDT", "-100"],
    ];
    await give("held", own.merchantId);
    expect(await runRaw([opened, caseId, id], ...rawEntry("case.credit", `${caseId}:1`, ...legs))).toMatch(
      /does not go this way/,
    );
  });

  test("cannot be extended: booked entries are complete", async () => {
    const entry = await database().journalEntry.findFirstOrThrow({ where: { kind: "capital.fund" } });
    const add = `INSERT INTO postings (entry_id, account_id, shard, currency_code, amount)
      SELECT $1::bigint, id, 0, 'USDT', CASE kind WHEN 'hot' THEN 100 ELSE -100 END FROM accounts
      WHERE currency_code = 'USDT' AND (kind = 'hot' OR kind = 'merchant' AND owner_id = $2)`;
    expect(await runRaw([add, entry.id.toString(), own.merchantId])).toMatch(/is a worker's/);
  });

  test("cannot use an account that may become negative", async () => {
    const account = [
      "INSERT INTO accounts (class, kind, owner_id, currency_code, shard_count) VALUES ('equity', 'merchant', $1, 'BTC', 1)",
    ] as const;
    expect(await runRaw([...account, own.merchantId])).toMatch(/is not of the class/);
    const made =
      "INSERT INTO accounts (class, kind, owner_id, currency_code, shard_count) VALUES ('equity', 'mine', '', 'USDT', 1)";
    expect(await runRaw([made])).toMatch(/is not of the class/);
  });
});

const payoutInput = (orderId: string) =>
  createPayoutInput.parse({
    amount: "5",
    currency: "USDT",
    network: "bsc",
    order_id: orderId,
    address: EVM_ADDRESS,
    is_subtract: true,
  });

/** The rows of a payout of one ETH that is paid with one dollar. */
function newPayoutRow(merchantId: string) {
  const id = randomUUID();
  const payout = `INSERT INTO payouts (id, merchant_id, order_id, amount_text, amount, currency_code, payer_code, network_code, address, is_subtract,
      from_code, sent_amount, commission, debited_amount, balance_after)
    VALUES ($1::uuid, $2, $1::text, '1', 1, 'ETH', 'ETH', 'eth', $3, true, 'USDT', 1, 0, 1, 0)`;
  const outflow = "INSERT INTO outflows (kind, subject_id, merchant_id) VALUES ('payout', $1, $2)";
  return { id, rows: [[payout, id, merchantId, EVM_ADDRESS] as const, [outflow, id, merchantId] as const] };
}

describe("a deposit", () => {
  async function seen(merchantId: string, blockHeight: bigint | null) {
    const invoice = await newInvoice(merchantId);
    const address = await database().address.findFirstOrThrow({ where: { ownerId: invoice.id } });
    const data = {
      networkCode: "bsc",
      transactionId: randomUUID(),
      position: "log:0",
      currencyCode: "USDT",
      amount: "100",
    };
    const at = { toAddress: address.address, addressId: address.id, ownerKind: "invoice", ownerId: invoice.id };
    return (await database().deposit.create({ data: { ...data, ...at, blockHeight } })).id;
  }
  const book = (id: string, owner: string, amount = "100") =>
    runRaw(
      ["UPDATE deposits SET status = 'confirmed', booked_inclusion = 1 WHERE id = $1", id],
      ...rawEntry(
        "deposit.book",
        `${id}:1`,
        ["deposits", "bsc", "USDT", amount],
        ["invoice-pending", owner, "USDT", `-${amount}`],
      ),
    );

  test("that is confirmed is booked for its owner only, with its exact amount", async () => {
    await database().account.createMany({
      data: [
        { class: "custody", kind: "deposits", ownerId: "bsc", currencyCode: "USDT", shardCount: 16 },
        {
          class: "liability",
          kind: "invoice-pending",
          ownerId: victim.merchantId,
          currencyCode: "USDT",
          shardCount: 1,
        },
      ],
      skipDuplicates: true,
    });
    const id = await seen(victim.merchantId, BigInt(START_HEIGHT - CONFIRMATIONS));
    expect(await book(id, own.merchantId)).toMatch(/does not go this way/);
    expect(await book(id, victim.merchantId, "1000")).toMatch(/does not go this way/);
    expect(await book(id, victim.merchantId)).toBeNull();
    const forgotten = await runRaw(["UPDATE deposits SET booked_inclusion = NULL WHERE id = $1", id]);
    expect(forgotten).toMatch(/the books say otherwise/);
    for (const again of [`${id}:01`, `${id}:1:1`, `${id}:2`]) {
      const legs: RawLeg[] = [
        ["deposits", "bsc", "USDT", "100"],
        ["invoice-pending", victim.merchantId, "USDT", "-100"],
      ];
      expect(await enter("deposit.book", again, ...legs)).toMatch(/does not go this way/);
    }
  });

  test("in no block, or in a recent one, is not confirmed", async () => {
    for (const height of [null, BigInt(START_HEIGHT)]) {
      const id = await seen(await newMerchant(), height);
      expect(await runRaw(["UPDATE deposits SET status = 'confirmed' WHERE id = $1", id])).toMatch(/not deep enough/);
    }
  });
});
