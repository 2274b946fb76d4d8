import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { ChainDriver, Transfer } from "@/lib/chains/driver";
import { idOf, type ScriptedTransaction } from "@/lib/chains/scripted/scripted-transaction";
import type { Spends, TransferOutput } from "@/lib/chains/spending";
import { database } from "@/lib/kernel/db";
import { runAudit } from "@/lib/ledger/audit";
import { listSpendable } from "@/lib/money-in/deposits/coins-repo";
import { readChain } from "@/lib/money-in/deposits/read-chain";
import type { ReadNetwork } from "@/lib/money-in/deposits/read-network";
import { alarmsAbout } from "@/lib/run/worker/testing/observe";
import { openScriptedSends, type ScriptedSends } from "@/lib/sending/sends/testing/scripted-sends";

const NETWORK: ReadNetwork = {
  code: "btc",
  family: "btc",
  isSandbox: true,
  lagLimitSeconds: 1_000_000_000,
  needsSecondNode: false,
};
const COIN_UNITS = 100_000_000n;
const ELEVEN_MINUTES_MS = 11 * 60 * 1000;
const signal = () => AbortSignal.timeout(60_000);

let sends: ScriptedSends;
let counted = 0;

beforeAll(async () => {
  sends = await openScriptedSends("coins");
  sends.chain.mine(3);
  await readToHead();
});
beforeEach(async () => {
  for (const node of sends.nodes) {
    node.faults.error = null;
    node.faults.hiddenIds.clear();
    node.faults.toldOutcomes.clear();
  }
});
afterAll(() => sends?.stop());

const readOnce = (driver: ChainDriver = sends.driver) => readChain(driver, NETWORK, signal());
async function readToHead(driver: ChainDriver = sends.driver): Promise<void> {
  while ((await readOnce(driver)) === "more");
}

/** A driver whose node reports this mempool and the true blocks. */
function withMempool(stated: readonly Omit<Transfer, "asset" | "from" | "block">[]): ChainDriver {
  return {
    ...sends.driver,
    async pending(match) {
      await match(stated.map(({ to }) => to));
      return stated.map((transfer) => ({ ...transfer, asset: { kind: "native" }, from: null, block: null }));
    },
  };
}

type Payment = { readonly to: string; readonly coins: bigint };

/** An address that belongs to an invoice; no invoice row is needed here. */
async function ownedAddress(): Promise<{ address: string; ownerId: string }> {
  const [address, ownerId] = [await sends.ownAddress(), randomUUID()];
  await database().address.updateMany({
    where: { addressKey: address },
    data: { ownerKind: "invoice", ownerId, assignedAt: new Date() },
  });
  return { address, ownerId };
}

/** A coin that exists on no chain, which is enough to create a conflict. */
const strangersCoin = (): Spends => {
  counted += 1;
  const coin = { transactionId: idOf(`coin ${counted}`), index: 0, units: COIN_UNITS, address: "stranger" };
  return { kind: "coins", coins: [coin] };
};

/** Submits a third party's transaction to a node; the fee decides which one replaces the other. */
function submit(payments: readonly Payment[], changes: Partial<ScriptedTransaction> = {}): string {
  counted += 1;
  const id = idOf(`unconfirmed ${counted}`);
  const outputs: TransferOutput[] = payments.map(({ to, coins }) => ({
    to: { address: to, memo: null },
    asset: { kind: "native" },
    units: coins * COIN_UNITS,
  }));
  sends.chain.submit({ id, from: null, outputs, feeUnits: 1n, spends: strangersCoin(), fails: false, ...changes });
  return id;
}

const waitingIn = (id: string) => sends.chain.mempool().find((waiting) => waiting.id === id) ?? expect.fail();

const depositsTo = (address: string) =>
  database().deposit.findMany({ where: { toAddress: address }, orderBy: [{ seenAt: "asc" }, { id: "asc" }] });
async function stateOf(address: string) {
  return (await depositsTo(address)).map(({ amount, status, inclusion, blockHeight }) => {
    const place = blockHeight === null ? "no block" : "in a block";
    return `${amount.toFixed()} ${status} ${place} ${inclusion}`;
  });
}
const settleJobsOf = (ownerId: string) =>
  database().$queryRaw<unknown[]>`SELECT 1 FROM graphile_worker.jobs WHERE key = ${`settle:invoice:${ownerId}`}`;
const makeAbsentLong = (address: string) =>
  database().deposit.updateMany({
    where: { toAddress: address, absentSince: { not: null } },
    data: { absentSince: new Date(Date.now() - ELEVEN_MINUTES_MS) },
  });

it("records a pending payment once, however many workers check, and its block does not start another inclusion", async () => {
  const { address, ownerId } = await ownedAddress();
  const id = submit([{ to: address, coins: 2n }]);
  await Promise.all([readOnce(), readOnce(), readOnce()]);
  expect(await stateOf(address)).toEqual(["2 seen no block 1"]);
  expect(await settleJobsOf(ownerId)).toHaveLength(1);
  expect(await database().coin.count({ where: { transactionId: id } })).toBe(0);
  const [first] = await depositsTo(address);
  await readOnce();
  expect(await depositsTo(address)).toEqual([first]);
  sends.chain.mine(1);
  await readToHead();
  expect(await stateOf(address)).toEqual(["2 seen in a block 1"]);
  const [moved] = await depositsTo(address);
  expect(moved).toMatchObject({ id: first?.id, seenAt: first?.seenAt, spends: null, transactionId: id });
  expect(await database().coin.count({ where: { transactionId: id } })).toBe(1);
});

it("records only the largest of a thousand dust payments to one address, including the real payment", async () => {
  const { address } = await ownedAddress();
  submit(Array.from({ length: 1_000 }, () => ({ to: address, coins: 1n })));
  submit([{ to: address, coins: 5n }]);
  await readOnce();
  await readOnce();
  const amounts = (await depositsTo(address)).map(({ amount }) => amount.toFixed());
  expect(amounts).toHaveLength(20);
  expect(amounts.filter((amount) => amount === "5")).toHaveLength(1);
  sends.chain.mine(1);
  await readToHead();
  expect(await depositsTo(address)).toHaveLength(1_001);
});

it("gives way to a replacement at once, whether that pays the gateway another amount or nothing", async () => {
  const [raised, doubled] = [await ownedAddress(), await ownedAddress()];
  const [first, second] = [strangersCoin(), strangersCoin()];
  submit([{ to: raised.address, coins: 2n }], { spends: first });
  submit([{ to: doubled.address, coins: 2n }], { spends: second });
  await readOnce();
  submit([{ to: raised.address, coins: 3n }], { spends: first, feeUnits: 5n });
  submit([{ to: sends.externalAddress(), coins: 2n }], { spends: second, feeUnits: 5n });
  await readOnce();
  expect(await stateOf(raised.address)).toEqual(["2 vanished no block 1", "3 seen no block 1"]);
  expect(await stateOf(doubled.address)).toEqual(["2 vanished no block 1"]);
  sends.chain.mine(1);
  await readToHead();
  expect(await stateOf(raised.address)).toEqual(["2 vanished no block 1", "3 seen in a block 1"]);
  expect((await runAudit()).differences).toEqual([]);
});

it("waits ten minutes for a payment that merely left the mempool, and sees it again when it returns", async () => {
  const { address } = await ownedAddress();
  const id = submit([{ to: address, coins: 2n }]);
  const transaction = waitingIn(id);
  await readOnce();
  sends.chain.forget(id);
  await readOnce();
  expect(await stateOf(address)).toEqual(["2 seen no block 1"]);
  await makeAbsentLong(address);
  sends.chain.submit(transaction);
  await readOnce();
  expect(await depositsTo(address)).toMatchObject([{ status: "seen", absentSince: null }]);
  sends.chain.forget(id);
  await readOnce();
  await makeAbsentLong(address);
  await readOnce();
  expect(await stateOf(address)).toEqual(["2 vanished no block 1"]);
  sends.chain.submit(transaction);
  await readOnce();
  expect(await stateOf(address)).toEqual(["2 seen no block 2"]);
  sends.chain.mine(1);
  await readToHead();
  expect(await stateOf(address)).toEqual(["2 seen in a block 2"]);
});

it("keeps a payment that one node hides and another still has, for however long", async () => {
  const { address } = await ownedAddress();
  const id = submit([{ to: address, coins: 2n }]);
  await readOnce();
  sends.nodes[0]?.faults.hiddenIds.add(id);
  await readOnce();
  await makeAbsentLong(address);
  await readOnce();
  expect(await depositsTo(address)).toMatchObject([{ status: "seen", absentSince: null }]);
  for (const node of sends.nodes) node.faults.error = new Error("no answer");
  await expect(readOnce()).rejects.toThrow();
  expect(await stateOf(address)).toEqual(["2 seen no block 1"]);
});

it("sees a payment again that a reorganisation returned to the mempool, but not a booked one", async () => {
  const [waiting, booked] = [await ownedAddress(), await ownedAddress()];
  const id = submit([
    { to: waiting.address, coins: 2n },
    { to: booked.address, coins: 3n },
  ]);
  const transaction = waitingIn(id);
  sends.chain.mine(1);
  await readToHead();
  await database().deposit.updateMany({
    where: { toAddress: booked.address },
    data: { status: "confirmed", bookedInclusion: 1 },
  });
  sends.chain.reorganise(1, []);
  sends.chain.submit(transaction);
  await readToHead();
  expect(await stateOf(waiting.address)).toEqual(["2 seen no block 2"]);
  expect(await stateOf(booked.address)).toEqual(["3 vanished in a block 1"]);
  sends.chain.mine(1);
  await readToHead();
  expect(await stateOf(waiting.address)).toEqual(["2 seen in a block 2"]);
  expect(await stateOf(booked.address)).toEqual(["3 seen in a block 2"]);
});

it("trusts the block where a mempool reported another amount, another recipient or a payment that the block lacks", async () => {
  const [stated, paid, more] = [await ownedAddress(), await ownedAddress(), await ownedAddress()];
  const id = submit([
    { to: paid.address, coins: 2n },
    { to: more.address, coins: 4n },
  ]);
  const lie = (position: string, address: string, units: bigint) => ({
    ...{ transactionId: id, position, units },
    to: { address, memo: null },
  });
  const liar = withMempool([lie("0", stated.address, 9n), lie("1", more.address, 9n), lie("2", stated.address, 9n)]);
  await readOnce(liar);
  expect(await stateOf(stated.address)).toHaveLength(2);
  sends.chain.mine(1);
  await readToHead(liar);
  expect(await stateOf(stated.address)).toHaveLength(1);
  await readToHead();
  expect(await stateOf(paid.address)).toEqual(["2 seen in a block 1"]);
  expect(await stateOf(more.address)).toEqual(["4 seen in a block 1"]);
  expect(await stateOf(stated.address)).toEqual(["0.00000009 vanished no block 1"]);
  expect(await depositsTo(paid.address)).toMatchObject([{ position: "0", ownerId: paid.ownerId }]);
  expect(await settleJobsOf(stated.ownerId)).toHaveLength(1);
});

it("reads blocks as usual while no node exposes its mempool, and marks none unhealthy for it", async () => {
  const { address } = await ownedAddress();
  let asked = 0;
  const silent: ChainDriver = {
    ...sends.driver,
    async pending() {
      asked += 1;
      throw new Error("Method not found");
    },
  };
  submit([{ to: address, coins: 2n }]);
  await readToHead(silent);
  expect(await stateOf(address)).toEqual([]);
  sends.chain.mine(1);
  await readToHead(silent);
  expect(asked).toBeGreaterThan(1);
  expect(await stateOf(address)).toEqual(["2 seen in a block 1"]);
});

it("ends an unconfirmed deposit although the mempool can no longer be read", async () => {
  const { address } = await ownedAddress();
  const id = submit([{ to: address, coins: 2n }]);
  await readOnce();
  sends.chain.forget(id);
  const silent: ChainDriver = { ...sends.driver, pending: () => Promise.reject(new Error("Method not found")) };
  await readOnce(silent);
  await makeAbsentLong(address);
  await readOnce(silent);
  expect(await stateOf(address)).toEqual(["2 vanished no block 1"]);
});

it("claims to have caught up after a reorganisation only once the mempool was checked", async () => {
  const caughtUpAt = async () =>
    (await database().chainCursor.findUniqueOrThrow({ where: { networkCode: NETWORK.code } })).caughtUpAt;
  const found: unknown[] = [];
  const watched: ChainDriver = {
    ...sends.driver,
    async pending(match, given) {
      found.push(await caughtUpAt());
      return sends.driver.pending(match, given);
    },
  };
  sends.chain.mine(1);
  await readToHead();
  expect(await caughtUpAt()).not.toBeNull();
  sends.chain.reorganise(1, []);
  await readToHead(watched);
  expect(found[0]).toBeNull();
  expect(await caughtUpAt()).not.toBeNull();
});

it("can spend a payment for which a node had twice reported another amount", async () => {
  const { address } = await ownedAddress();
  const id = idOf("told before it was sent");
  const lie = withMempool([
    { transactionId: id, position: "0", units: 900n * COIN_UNITS, to: { address, memo: null } },
  ]);
  await readOnce(lie);
  await readOnce();
  await makeAbsentLong(address);
  await readOnce();
  await readOnce(lie);
  expect(await stateOf(address)).toEqual(["900 seen no block 2"]);
  submit([{ to: address, coins: 2n }], { id });
  sends.chain.mine(4);
  await readToHead();
  await readOnce();
  expect(await stateOf(address)).toContain("2 seen in a block 1");
  await database().$executeRaw`
    UPDATE deposits SET status = 'confirmed', booked_inclusion = inclusion WHERE to_address = ${address} AND block_height IS NOT NULL`;
  const coins = (await listSpendable("btc", 1_000)).filter(({ transactionId }) => transactionId === id);
  expect(coins).toHaveLength(1);
});

it("records nothing that was seen before the reading position moved", async () => {
  const { address } = await ownedAddress();
  const overtaken: ChainDriver = {
    ...sends.driver,
    async pending(match, given) {
      const shown = await sends.driver.pending(match, given);
      sends.chain.mine(1);
      await readToHead();
      return shown;
    },
  };
  submit([{ to: address, coins: 2n }]);
  await readOnce(overtaken);
  expect(await stateOf(address)).toEqual(["2 seen in a block 1"]);
});

it("reports the owner of the spent coins until a block says otherwise, and leaves account transfers to their block", async () => {
  const { address } = await ownedAddress();
  const payer = sends.externalAddress();
  const known = submit([{ to: address, coins: 3n }], { from: payer });
  await readOnce();
  const senders = async () =>
    (await depositsTo(address)).map(({ transactionId, fromAddress }) => [transactionId, fromAddress]);
  expect(await senders()).toEqual([[known, payer]]);
  const other = await ownedAddress();
  submit([{ to: other.address, coins: 2n }], { from: payer });
  await readOnce({ ...sends.driver, family: "ton" });
  expect(await stateOf(other.address)).toEqual([]);
  await database().$executeRaw`UPDATE deposits SET from_address = NULL WHERE to_address = ${address}`;
  sends.chain.mine(1);
  await readToHead();
  expect(await senders()).toEqual([[known, payer]]);
});

it("records the outputs of an unknown transaction that spends the gateway's coins, and raises no alarm", async () => {
  const { address } = await ownedAddress();
  const id = submit([{ to: address, coins: 2n }], { from: sends.hotAddress });
  sends.chain.mine(1);
  await readToHead();
  expect(await stateOf(address)).toEqual(["2 seen in a block 1"]);
  expect(await alarmsAbout(id)).toEqual([]);
});

it("leaves out the gateway's own transactions and unassigned addresses", async () => {
  const [{ address }, spare] = [await ownedAddress(), await sends.ownAddress()];
  const own = submit([{ to: address, coins: 1n }]);
  const fees = { feeTerms: "{}", feePriority: "recommended", feeExpected: 1, feeMax: 1 } as const;
  const outgoing = await database().outgoingTransaction.create({
    data: { networkCode: "btc", fromAddress: sends.hotAddress, feeMax: 1, status: "settled" },
    select: { id: true },
  });
  await database().signedTransaction.create({
    data: {
      outgoingId: outgoing.id,
      version: 1,
      networkCode: "btc",
      transactionId: own,
      raw: Uint8Array.of(0),
      ...fees,
    },
  });
  submit([{ to: spare, coins: 1n }]);
  await readOnce();
  expect([...(await depositsTo(address)), ...(await depositsTo(spare))]).toEqual([]);
  sends.chain.mine(1);
  await readToHead();
  expect(await depositsTo(address)).toEqual([]);
  expect(await stateOf(spare)).toEqual(["1 seen in a block 1"]);
});
