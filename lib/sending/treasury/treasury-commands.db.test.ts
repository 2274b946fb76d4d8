import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { changeOperatorFlag } from "@/lib/fronts/admin/change-user";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { type AccountName, coldCustody, feesEarned, hotCustody, operatorCapital, treasury } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { postEntry } from "@/lib/ledger/post-entry";
import { bookDifferences, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { simulateEnded, simulateSigned } from "@/lib/sending/sweeps/testing/simulated-sends";
import { cancelWithdrawal, createWithdrawal } from "@/lib/sending/treasury/create-withdrawal";
import { drawTreasury, fillTreasury } from "@/lib/sending/treasury/fill-treasury";
import { forwardSurplus } from "@/lib/sending/treasury/forward-surplus";
import { loadHotWallets } from "@/lib/sending/treasury/load-hot-wallets";
import { setColdAddress } from "@/lib/sending/treasury/set-cold-address";
import { withdrawalSends } from "@/lib/sending/treasury/withdrawal-sends";

vi.stubEnv("MAIL_FROM", "no-reply@pay.test");
const COLD = "0x52908400098527886E0F7030069857D2E4169EE7";
const COIN = { networkCode: "bsc", currencyCode: "USDT" } as const;

let actorId: string;

beforeAll(async () => {
  await openGateway();
  const person = { email: "operator@example.com", name: "Operator", passwordHash: "x", isOperator: true };
  actorId = (await database().user.create({ data: person, select: { id: true } })).id;
  await put("BNB", operatorCapital("BNB"), "1");
  await database().hotWallet.create({ data: { family: "evm", derivationIndex: 0, address: `0x${"22".repeat(20)}` } });
});
afterAll(closeDatabase);

const put = (currency: string, account: AccountName, amount: string) => {
  const hot = hotCustody("bsc", currency);
  const [debit, credit] = amount.startsWith("-") ? [account, hot] : [hot, account];
  const legs = [{ debit, credit, amount: decimal(amount).abs() }];
  return withTransaction((tx) =>
    postEntry(tx, { kind: "capital.fund", reference: randomUUID(), groupId: "test", legs }),
  );
};

/** Each test starts with 100 of unreserved capital and 10 of earnings. */
beforeEach(async () => {
  for (const [account, wanted] of [
    [operatorCapital("USDT"), "100"],
    [feesEarned("USDT"), "10"],
  ] as const) {
    const missing = decimal(wanted).minus(await findBalance(account));
    if (missing.isZero()) continue;
    await put("USDT", account, missing.toFixed());
  }
});

const holds = async (account: AccountName) => (await findBalance(account)).toFixed();
const order = (changes: Partial<Parameters<typeof createWithdrawal>[0]> = {}) =>
  createWithdrawal({
    commandId: randomUUID(),
    kind: "capital",
    ...COIN,
    address: COLD,
    amount: decimal("60"),
    memo: "",
    actorId,
    ...changes,
  });

it("reserves no more capital than there is, even with concurrent calls, and returns it", async () => {
  const before = decimal(await holds(treasury("USDT")));
  const fill = () => fillTreasury({ commandId: randomUUID(), currency: "USDT", amount: decimal("30"), actorId });
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, fill));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  expect(await holds(operatorCapital("USDT"))).toBe("10");
  expect(await holds(treasury("USDT"))).toBe(before.plus("90").toFixed());
  await drawTreasury({ commandId: randomUUID(), currency: "USDT", amount: before.plus("90"), actorId });
  await expect(
    drawTreasury({ commandId: randomUUID(), currency: "USDT", amount: decimal("1"), actorId }),
  ).rejects.toThrow("The treasury holds only 0.00 USDT.");
  expect(await bookDifferences()).toEqual([]);
});

it("refuses withdrawals within 24 hours of a password change, without suggesting another operator if there is none; a rule of the gateway is exempt", async () => {
  const before = await holds(operatorCapital("USDT"));
  const changed = (hours: number) => ({ passwordChangedAt: new Date(Date.now() - hours * 60 * 60_000) });
  await database().user.update({ where: { id: actorId }, data: changed(23.9) });
  for (const kind of ["capital", "earnings"] as const) {
    await expect(order({ kind, amount: decimal("1") })).rejects.toThrow(
      /^Your password was changed recently: until .*UTC you cannot withdraw\.$/,
    );
  }
  expect(await holds(operatorCapital("USDT"))).toBe(before);

  const { id: ofRule } = await order({ actorId: null });
  await cancelWithdrawal({ id: ofRule, actorId });
  await database().user.update({ where: { id: actorId }, data: changed(24.1) });
  const { id } = await order();
  await cancelWithdrawal({ id, actorId });
  expect(await holds(operatorCapital("USDT"))).toBe(before);
});

it("refuses what a new operator withdraws, sets or appoints, states when it will be possible, and records it", async () => {
  const person = { email: `${randomUUID()}@example.com`, name: "New", passwordHash: "x" };
  const { id } = await database().user.create({ data: person });
  const form = { id, isOperator: true, reason: "a drill" };
  await changeOperatorFlag(form, actorId);
  const words = /^You are a new operator: until .*UTC you cannot .*\. Another operator can\.$/;
  await expect(order({ actorId: id })).rejects.toThrow(words);
  const cold = { ...COIN, address: COLD, keepAmount: decimal("20"), isEnabled: true, actorId: id };
  await expect(setColdAddress(cold)).rejects.toThrow(words);
  const { id: next } = await database().user.create({ data: { ...person, email: `${randomUUID()}@example.com` } });
  await expect(changeOperatorFlag({ ...form, id: next }, id)).rejects.toThrow(words);
  const trail = await database().auditEvent.findMany({ where: { actorId: id }, orderBy: { id: "asc" } });
  expect(trail).toMatchObject(
    ["withdrawal.order", "cold-address.set", "user.change-operator"].map((wanted) => ({
      action: "operator.refuse-new",
      detail: { wanted },
    })),
  );
  await changeOperatorFlag({ ...form, id: next }, id, new Date(Date.now() + 86_400_000));
});

it("carries out an order once, however often it is repeated", async () => {
  const commandId = randomUUID();
  const fill = { commandId, currency: "USDT", amount: decimal("30"), actorId };
  await Promise.all(Array.from({ length: 6 }, () => fillTreasury(fill)));
  expect(await holds(operatorCapital("USDT"))).toBe("70");
  const again = randomUUID();
  const ids = await Promise.all(Array.from({ length: 6 }, () => order({ commandId: again })));
  expect(new Set(ids.map(({ id }) => id))).toEqual(new Set([again]));
  expect(await holds(operatorCapital("USDT"))).toBe("10");
  expect(await database().auditEvent.count({ where: { target: again } })).toBe(1);
  await cancelWithdrawal({ id: again, actorId });
  await cancelWithdrawal({ id: again, actorId });
  expect(await holds(operatorCapital("USDT"))).toBe("70");
  expect(await bookDifferences()).toEqual([]);
});

it("withdraws no more capital and no more earnings than there are, with concurrent calls", async () => {
  const capital = await Promise.allSettled(Array.from({ length: 6 }, () => order()));
  expect(capital.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const takeEarnings = () => order({ kind: "earnings", amount: decimal("4") });
  const earnings = await Promise.allSettled(Array.from({ length: 6 }, takeEarnings));
  expect(earnings.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  expect([await holds(operatorCapital("USDT")), await holds(feesEarned("USDT"))]).toEqual(["40", "2"]);
  expect(await bookDifferences()).toEqual([]);
});

it("books a withdrawal out of custody when it is confirmed, and returns it when it fails", async () => {
  const [paid, reverted] = [await order({ amount: decimal("5") }), await order({ amount: decimal("7") })];
  await finish(paid.id, "arrived");
  await finish(reverted.id, "reverted");
  expect(await holds(operatorCapital("USDT"))).toBe("95");
  const rows = await database().withdrawal.findMany({ where: { id: { in: [paid.id, reverted.id] } } });
  expect(Object.fromEntries(rows.map(({ id, status }) => [id, status]))).toEqual({
    [paid.id]: "paid",
    [reverted.id]: "fail",
  });
  await expect(cancelWithdrawal({ id: paid.id, actorId })).rejects.toThrow("is signed or finished");
  expect(await bookDifferences()).toEqual([]);
});

it.each([
  [{ address: "0x52908400098527886e0F7030069857D2E4169EE7" }, "validation.address.checksum"],
  [{ address: `0x${"00".repeat(20)}` }, "validation.address.burn"],
  [{ amount: decimal("0") }, "amount"],
  [{ amount: decimal("0.0000000000000000001") }, "amount"],
  [{ networkCode: "moon" }, "networkCode"],
  [{ currencyCode: "EUR" }, "currencyCode"],
  [{ commandId: "once" }, "commandId"],
  [{ kind: "cold" as const, address: `0x${"33".repeat(20)}` }, "validation.address.cold"],
])("refuses %j", async (changes, reason) => {
  await expect(order(changes)).rejects.toThrow(reason);
  expect(await holds(operatorCapital("USDT"))).toBe("100");
});

it("refuses an amount to keep with more decimals than the coin", async () => {
  const keepAmount = decimal("20.0000000000000000001");
  const cold = { ...COIN, address: COLD, keepAmount, isEnabled: true, actorId };
  await expect(setColdAddress(cold)).rejects.toThrow(/keepAmount/);
});

it("sends the surplus of a hot wallet to its cold address once, and keeps it in the gateway's books", async () => {
  await database().send.updateMany({ where: { status: "queued" }, data: { status: "cancelled" } });
  const hot = await findBalance(hotCustody("bsc", "USDT"));
  await setColdAddress({ ...COIN, address: COLD, keepAmount: decimal("20"), isEnabled: true, actorId });
  await endColdAddressCooldown();
  await Promise.all(Array.from({ length: 5 }, () => forwardSurplus("bsc")));
  const [row, ...others] = await database().withdrawal.findMany({ where: { kind: "cold" } });
  expect(others).toEqual([]);
  expect(decimal(row?.amount ?? "0").toFixed()).toBe(hot.minus("20").toFixed());
  await finish(row?.id ?? "", "arrived");
  expect(await holds(coldCustody("bsc", "USDT"))).toBe(hot.minus("20").toFixed());
  expect(await holds(hotCustody("bsc", "USDT"))).toBe("20");
  const [wallet] = await loadHotWallets();
  expect(wallet?.coins.find(({ currencyCode }) => currencyCode === "USDT")?.hot.toFixed()).toBe("20");
  expect(await bookDifferences()).toEqual([]);
});

it("sends nothing to a cold address within 24 hours after it was set, whatever else of it is changed", async () => {
  const next = "0xde709f2102306220921060314715629080e2fb77";
  const keep = { ...COIN, address: next, isEnabled: true, actorId };
  const after = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  const forwarded = () => database().withdrawal.findFirst({ where: { kind: "cold", status: "process" } });
  await setColdAddress({ ...keep, keepAmount: decimal("1") });
  await expect(order({ address: next, amount: decimal("1") })).rejects.toThrow(
    /This cold address is new: .* until .*UTC/,
  );
  await setColdAddress({ ...keep, keepAmount: decimal("2") }, after(10));
  await forwardSurplus("bsc", after(23.9));
  expect(await forwarded()).toBeNull();
  await forwardSurplus("bsc", after(24.1));
  const row = await forwarded();
  expect(row?.address.toLowerCase()).toBe(next);
  await finish(row?.id ?? "", "arrived");
  await setColdAddress({ ...keep, address: COLD, keepAmount: decimal("20") });
  await endColdAddressCooldown();
});

it("treats a former cold address of another coin as new, and notifies every operator", async () => {
  const next = "0x8617E340B3D01FA5F11F306F4090FD50E238070D";
  const cold = { networkCode: "bsc", address: next, keepAmount: decimal("1"), actorId };
  await setColdAddress({ ...cold, currencyCode: "BNB", isEnabled: false });
  await endColdAddressCooldown();
  await setColdAddress({ ...cold, currencyCode: "USDT", isEnabled: true });
  await forwardSurplus("bsc");
  expect(await database().withdrawal.count({ where: { address: next } })).toBe(0);
  await expect(order({ kind: "cold", address: next, amount: decimal("1") })).rejects.toThrow(
    /This cold address is new/,
  );
  const where = { kind: "operators", recipient: "operator@example.com", text: { contains: next } };
  const mails = await database().mail.findMany({ where });
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    "New cold address for BNB",
    "New cold address for USDT",
  ]);
  await setColdAddress({ ...cold, currencyCode: "USDT", address: COLD, keepAmount: decimal("20"), isEnabled: true });
  await endColdAddressCooldown();
});

it("waits longer after each failed transaction to the cold address", async () => {
  await put("USDT", operatorCapital("USDT"), "100");
  const order = async (at: Date) => {
    await forwardSurplus("bsc", at);
    return database().withdrawal.findFirst({ where: { kind: "cold", status: "process" } });
  };
  for (const pauseMs of [120_000, 240_000]) {
    const row = await order(new Date(Date.now() + 3_600_000));
    await finish(row?.id ?? "", "reverted");
    expect(await order(new Date(Date.now() + pauseMs - 20_000))).toBeNull();
  }
  expect(await order(new Date(Date.now() + 260_000))).not.toBeNull();
});

/** Makes all cold addresses appear to have been set long ago. */
async function endColdAddressCooldown(): Promise<void> {
  await database().coldAddress.updateMany({ data: { addressSetAt: new Date(0) } });
}

async function finish(id: string, outcome: "arrived" | "reverted"): Promise<void> {
  const simulated = { purpose: "withdrawal" as const, owner: withdrawalSends, purposeId: id, native: "BNB" };
  expect(await simulateSigned(simulated, decimal("0.001"))).toBe(true);
  await simulateEnded(simulated, decimal("0.0005"), outcome);
}
