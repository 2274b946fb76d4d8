import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { bookDifferences, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import { EVM_ADDRESS, fillTreasury, fundHot, newPayer, type Payer } from "@/lib/money-out/payouts/testing/payout-rig";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { openRawConnection, processUrls, type RunRaw } from "@/lib/testing/process-users";
import { type RawPayout, rawEntry, rawPayout, rawSend } from "@/lib/testing/raw-orders";

/** An attacker took over the web process and writes outflows directly, as its database user. */

const THEIRS = "0x52908400098527886E0F7030069857D2E4169EE7";
const COLD = "0x8617E340B3D01FA5F11F306F4090FD50E238070D";

let runRaw: RunRaw;
let close: () => Promise<void>;
let victim: Payer;
let own: Payer;

beforeAll(async () => {
  await openGateway(3);
  await fundHot("bsc", "USDT", "100000");
  await fillTreasury("USDT", "1000");
  victim = await newPayer({ USDT: "1000" });
  own = await newPayer({ USDT: "10" });
  // One honest payout of each, so that their accounts exist.
  for (const { merchantId } of [victim, own]) await payOut(merchantId, "3");
  ({ runRaw, close } = await openRawConnection((await processUrls()).web));
});
afterAll(async () => {
  await close();
  await closeDatabase();
});

async function payOut(merchantId: string, amount: string) {
  const order = { amount, currency: "USDT", network: "bsc", order_id: randomUUID(), address: EVM_ADDRESS };
  return await createPayout(await getMerchant(merchantId), createPayoutInput.parse({ ...order, is_subtract: true }));
}

const operator = async (changes: { operatorSince?: Date; passwordChangedAt?: Date; isBlocked?: boolean } = {}) => {
  const person = { email: `${randomUUID()}@example.com`, name: "Op", passwordHash: "x", isOperator: true, ...changes };
  return (await database().user.create({ data: person, select: { id: true } })).id;
};
const sends = () => database().send.count();

describe("a payout", () => {
  test("with all rows that its command writes is accepted: the forged ones below fail only for what they lack", async () => {
    const before = await sends();
    expect(await runRaw(...rawPayout({ merchantId: own.merchantId, address: THEIRS }))).toBeNull();
    expect(await sends()).toBe(before + 1);
    expect(await bookDifferences()).toEqual([]);
  });

  const BENT: readonly (readonly [string, Partial<RawPayout>, RegExp])[] = [
    ["that nobody ordered", { without: "everything" }, /nothing was ordered/],
    ["that did not pass the gate", { without: "outflow" }, /nothing was taken for it at the gate/],
    ["to which somebody has still to agree", { without: "agreement" }, /nothing was ordered/],
    ["that nobody pays for", { without: "money" }, /nothing was taken for it at the gate/],
    ["to another address", { sendTo: EVM_ADDRESS }, /nothing was ordered/],
    ["of another amount", { sendAmount: "300" }, /nothing was ordered/],
    ["on another network", { sendNetwork: "eth" }, /nothing was ordered/],
  ];
  test.each(BENT)("%s is refused, and no send is queued", async (_name, change, reason) => {
    const before = await sends();
    expect(await runRaw(...rawPayout({ merchantId: own.merchantId, address: THEIRS, ...change }))).toMatch(reason);
    expect(await sends()).toBe(before);
  });

  test("is not paid by another merchant", async () => {
    const order = { merchantId: own.merchantId, address: THEIRS, payer: victim.merchantId };
    expect(await runRaw(...rawPayout(order))).toMatch(/does not go this way/);
  });

  test("is not returned to the balance while it is in flight", async () => {
    const { id } = await payOut(victim.merchantId, "5");
    const { merchantId } = victim;
    const back = rawEntry(
      "payout.return",
      id,
      ["reserved", merchantId, "USDT", "5"],
      ["merchant", merchantId, "USDT", "-5"],
    );
    expect(await runRaw(...back)).toMatch(/it is on its way/);
  });

  test("counts against the limits from now on, whatever its claimed time, until its money is returned", async () => {
    const { id } = await payOut(victim.merchantId, "5");
    expect(await runRaw(["UPDATE outflows SET returned_at = now() WHERE subject_id = $1", id])).toMatch(
      /its money is not back/,
    );
    const early =
      "INSERT INTO outflows (kind, subject_id, merchant_id, created_at) VALUES ('transfer', $1, $2, '2000-01-01')";
    const subjectId = randomUUID();
    expect(await runRaw([early, subjectId, victim.merchantId])).toBeNull();
    const { createdAt } = await database().outflow.findFirstOrThrow({ where: { subjectId } });
    expect(createdAt.getTime()).toBeGreaterThan(Date.now() - 3_600_000);
  });

  test("of a merchant who may no longer pay out is refused", async () => {
    await database().merchant.update({ where: { id: own.merchantId }, data: { payoutsBlockedAt: new Date() } });
    expect(await runRaw(...rawPayout({ merchantId: own.merchantId, address: THEIRS }))).toMatch(/nothing was ordered/);
    await database().merchant.update({ where: { id: own.merchantId }, data: { payoutsBlockedAt: null } });
  });
});

describe("a send", () => {
  test("of a refund that nobody requested is refused", async () => {
    expect(await runRaw(rawSend("refund", randomUUID(), THEIRS))).toMatch(/nothing was ordered/);
  });

  test.each(["sweep", "gas", "consolidation"])("of the purpose %s is reserved for the worker", async (purpose) => {
    expect(await runRaw(rawSend(purpose, randomUUID(), THEIRS, { from: EVM_ADDRESS }))).toMatch(/nothing was ordered/);
  });

  test("cannot be signed or redirected", async () => {
    const { id } = await database().send.findFirstOrThrow({ where: { status: "queued" } });
    expect(await runRaw(["UPDATE sends SET to_address = $2 WHERE id = $1", id, THEIRS])).toMatch(/permission denied/);
    expect(await runRaw(["UPDATE sends SET status = 'sending' WHERE id = $1", id])).toMatch(/only a worker signs/);
  });
});

describe("a withdrawal", () => {
  type Bent = { kind?: string; actor?: string | null; sendTo?: string; without?: "audit" | "money"; address?: string };

  function withdrawal({ kind = "capital", actor = null, address = THEIRS, sendTo = address, without }: Bent) {
    const id = randomUUID();
    const detail = { kind, network: "bsc", currency: "USDT", amount: "50", address };
    const money = rawEntry(
      "withdrawal.reserve",
      id,
      ["operator-capital", "", "USDT", "50"],
      ["reserved", "", "USDT", "-50"],
    );
    return runRaw(
      [
        `INSERT INTO accounts (class, kind, owner_id, currency_code, shard_count) VALUES ('liability', 'reserved', '', 'USDT', 1)
         ON CONFLICT DO NOTHING`,
      ],
      [
        `INSERT INTO withdrawals (id, kind, network_code, currency_code, address, amount, created_by_id)
         VALUES ($1, $2::withdrawal_kind, 'bsc', 'USDT', $3, 50, $4)`,
        id,
        kind,
        address,
        actor,
      ],
      ...(without === "money" || kind === "cold" ? [] : money),
      rawSend("withdrawal", id, sendTo, { amount: "50" }),
      ...(without === "audit" ? [] : [audit(actor, id, detail)]),
    );
  }
  const audit = (actor: string | null, target: string, detail: object) =>
    [
      "INSERT INTO audit_events (actor_id, action, target, detail) VALUES ($1, 'withdrawal.order', $2, $3)",
      actor,
      target,
      detail,
    ] as const;

  test("with all rows, in the name of an operator, is accepted: from there on the worker limits it", async () => {
    expect(await withdrawal({ actor: await operator() })).toBeNull();
  });

  test("needs an operator who is not suspended and has passed the 24-hour cooldown", async () => {
    const none = /no operator who may/;
    expect(await withdrawal({})).toMatch(none);
    expect(await withdrawal({ actor: victim.userId })).toMatch(none);
    expect(await withdrawal({ actor: await operator({ isBlocked: true }) })).toMatch(none);
    expect(await withdrawal({ actor: await operator({ operatorSince: new Date() }) })).toMatch(none);
    expect(await withdrawal({ actor: await operator({ passwordChangedAt: new Date() }) })).toMatch(none);
  });

  test("is in the audit log, is paid for, and its send matches its address", async () => {
    const actor = await operator();
    expect(await withdrawal({ actor, without: "audit" })).toMatch(/the audit log does not know it/);
    expect(await withdrawal({ actor, without: "money" })).toMatch(/nothing was taken for it/);
    expect(await withdrawal({ actor, sendTo: EVM_ADDRESS })).toMatch(/nothing was ordered/);
  });

  test("of the surplus is sent to the coin's cold address, which was set a day ago", async () => {
    const actor = await operator();
    expect(await withdrawal({ actor, kind: "cold" })).toMatch(/not the cold address/);
    const cold = { networkCode: "bsc", currencyCode: "USDT", address: COLD, keepAmount: "1" };
    await database().coldAddress.create({ data: cold });
    expect(await withdrawal({ actor, kind: "cold", address: COLD })).toBeNull();
    // Changed by the attacker: its cooldown begins, whatever they write.
    const change = ["UPDATE cold_addresses SET address = $1, address_set_at = NULL", THEIRS] as const;
    expect(await runRaw(change)).toBeNull();
    expect(await withdrawal({ actor, kind: "cold" })).toMatch(/not the cold address/);
  });

  test("cannot use another coin's cold address by renaming: a moved address starts its cooldown", async () => {
    const addressSetAt = new Date(Date.now() - 48 * 60 * 60 * 1000);
    const cold = { networkCode: "bsc", currencyCode: "USDC", address: COLD, keepAmount: "1", addressSetAt };
    await database().coldAddress.create({ data: cold });
    expect(await runRaw(["UPDATE cold_addresses SET network_code = 'eth' WHERE currency_code = 'USDC'"])).toBeNull();
    const moved = await database().coldAddress.findFirstOrThrow({
      where: { networkCode: "eth", currencyCode: "USDC" },
    });
    expect(moved.addressSetAt?.getTime()).toBeGreaterThan(addressSetAt.getTime());
  });
});

test("the next nonce of an account can be neither forged nor cleared", async () => {
  const account = { networkCode: "bsc", address: "0xhot" };
  await database().sendingAccount.create({ data: { ...account, nextNonce: 5n } });
  const set = (value: string) => runRaw([`UPDATE sending_accounts SET next_nonce = ${value} WHERE address = '0xhot'`]);
  for (const value of ["9", "NULL"]) expect(await set(value)).toMatch(/what its nodes said|only grows/);
  const make = (value: string) =>
    runRaw([`INSERT INTO sending_accounts (network_code, address, next_nonce) VALUES ('eth', 'new', ${value})`]);
  expect(await make("1000")).toMatch(/what its nodes said/);
  expect(await make("0")).toBeNull();
  expect(await database().sendingAccount.findFirst({ where: account })).toMatchObject({ nextNonce: 5n });
});
