import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { BlockReference, ChainDriver, Transfer } from "@/lib/chains/driver";
import { ChainUnavailableError } from "@/lib/chains/errors";
import { closeDatabase, database } from "@/lib/kernel/db";
import { attestDeposits, expectDeposits, newAttestationMemory } from "@/lib/money-in/deposits/attest-deposits";
import { nextBlocks, transferTo } from "@/lib/money-in/deposits/testing/next-blocks";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  bookDifferences,
  CONFIRMATIONS,
  invoiceNow,
  newInvoice,
  newMerchant,
  openGateway,
  walletOf,
} from "@/lib/money-in/invoices/testing/gateway-rig";

const NETWORK = { code: "bsc", family: "evm", isSandbox: false, lagLimitSeconds: 600, needsSecondNode: true } as const;
const HUNDRED = 100n * 10n ** 18n;
const MINUTE_MS = 60_000;

beforeAll(() => openGateway());
beforeEach(async () => {
  // What the test before left waiting would be asked about too.
  const where = { status: "seen", unattestedSince: { not: null } } as const;
  await database().deposit.updateMany({ where, data: { status: "vanished", vanishedAt: new Date() } });
  await database().alarm.deleteMany();
});
afterAll(closeDatabase);

/** What one host's node shows, which a test may change. */
type Shown = {
  blocks: readonly BlockReference[];
  transfers: readonly Transfer[];
  behind: number;
  isDown: boolean;
  isHung: boolean;
};

/** A driver of one host. */
function witness(node: string, shown: Shown): ChainDriver {
  const answer = <Result>(result: Result) => {
    if (shown.isDown) throw new ChainUnavailableError(`${node} does not answer`);
    return result;
  };
  return {
    network: NETWORK.code,
    family: NETWORK.family,
    nodeHealth: () => [{ node, healthy: !shown.isDown, reason: null }],
    head: async () =>
      shown.isHung
        ? new Promise<never>(() => undefined)
        : answer(shown.blocks.at(-1 - shown.behind) ?? expect.fail("no head")),
    async scan({ fromHeight, match }) {
      const blocks = answer(shown.blocks.filter(({ height }) => height === fromHeight));
      const matched = await match(shown.transfers.map(({ to }) => to));
      const isThere = ({ to, block }: Transfer) => matched.has(to.address) && block?.height === fromHeight;
      return { blocks, transfers: shown.transfers.filter(isThere) };
    },
  } as Partial<ChainDriver> as ChainDriver;
}

/** Pays an invoice in a block that the first node shows, with all confirmations. */
async function paidByFirst(hosts = 2) {
  const merchantId = await newMerchant({ commission: "0" });
  const invoice = await newInvoice(merchantId);
  const transfer = await transferTo(invoice, HUNDRED);
  const { blocks, transfers, record } = await nextBlocks(CONFIRMATIONS, [transfer], { needsSecondNode: true });
  await record();
  const nodes = Array.from(
    { length: hosts },
    (): Shown => ({ blocks, transfers, behind: 0, isDown: false, isHung: false }),
  );
  let witnesses = nodes.map((one, index) => witness(`node-${index + 1}.example`, one));
  const memory = newAttestationMemory();
  let clockMs = 0;
  return {
    merchantId,
    transactionId: transfer.transactionId,
    transfer,
    nodes,
    second: nodes[1] ?? expect.fail("no second node"),
    removeFirst: () => {
      witnesses = witnesses.slice(1);
    },
    /** Asks the nodes as often as a watcher would in this time, and settles. */
    async waitFor(minutes: number) {
      for (const endMs = clockMs + minutes * MINUTE_MS; clockMs < endMs; clockMs += 10_000)
        await attestDeposits({ network: NETWORK, witnesses, memory, now: () => clockMs }, AbortSignal.timeout(60_000));
      await settleInvoice(invoice.id);
    },
    wakeUp: () => expectDeposits(memory),
    status: async () => (await invoiceNow(invoice.id)).status,
    credited: () => walletOf(merchantId),
    deposit: () => database().deposit.findFirstOrThrow({ where: { transactionId: transfer.transactionId } }),
  };
}

const alarms = () =>
  database().alarm.findMany({ where: { clearedAt: null }, select: { kind: true, message: true, subject: true } });

test("a deposit that two nodes show alike is credited once", async () => {
  const paid = await paidByFirst();
  await paid.waitFor(0);
  expect([await paid.status(), await paid.credited()]).toEqual(["process", "0"]);
  await paid.waitFor(0.1);
  expect([await paid.status(), await paid.credited()]).toEqual(["paid", "100"]);
  await paid.waitFor(3);
  expect([await paid.status(), await paid.credited()]).toEqual(["paid", "100"]);
  expect(await alarms()).toEqual([]);
  expect(await bookDifferences()).toEqual([]);
});

test.each([
  { what: "an invented one", lie: (): readonly Transfer[] => [] },
  { what: "one of less", lie: ([real]: readonly Transfer[]) => (real ? [{ ...real, units: 1n }] : []) },
  {
    what: "one elsewhere in its transaction",
    lie: ([real]: readonly Transfer[]) => (real ? [{ ...real, position: "log:1" }] : []),
  },
])("a deposit that the second node does not show, $what, is not credited, and an alarm names it", async ({ lie }) => {
  const paid = await paidByFirst();
  const { second } = paid;
  second.transfers = lie(second.transfers);
  await paid.waitFor(1);
  expect(await alarms()).toEqual([]);
  await paid.waitFor(60);
  expect([await paid.status(), await paid.credited()]).toEqual(["process", "0"]);
  expect(await alarms()).toMatchObject([
    { kind: "deposit-contradicted", message: expect.stringContaining(paid.transactionId) },
  ]);
  expect((await paid.deposit()).bookedInclusion).toBeNull();
});

test("silence after a contradiction does not end it, and one node's word is never enough", async () => {
  const paid = await paidByFirst();
  const { second } = paid;
  const { transfers } = second;
  second.transfers = [];
  await paid.waitFor(1);
  second.isDown = true;
  await paid.waitFor(60);
  expect(await paid.credited()).toBe("0");
  expect(await alarms()).toMatchObject([{ kind: "deposit-contradicted" }]);
  Object.assign(second, { isDown: false, transfers });
  await paid.waitFor(2);
  expect([await paid.status(), await paid.credited()]).toEqual(["paid", "100"]);
  expect(await alarms()).toEqual([]);
});

test.each([
  { what: "behind", fault: { behind: 1 } },
  { what: "silent", fault: { isDown: true } },
])(
  "a deposit waits for a second node that is $what, with an alarm after two minutes, until it shows it",
  async ({ fault }) => {
    const paid = await paidByFirst();
    const { second } = paid;
    Object.assign(second, fault);
    await paid.waitFor(1);
    expect(await alarms()).toEqual([]);
    await paid.waitFor(10);
    expect([await paid.status(), await paid.credited()]).toEqual(["process", "0"]);
    expect(await alarms()).toMatchObject([
      { kind: "deposits-unattested", subject: "bsc", message: expect.stringContaining("node-2.example") },
    ]);
    Object.assign(second, { behind: 0, isDown: false });
    await paid.waitFor(1);
    expect([await paid.status(), await paid.credited()]).toEqual(["paid", "100"]);
    await paid.waitFor(1);
    expect(await alarms()).toEqual([]);
  },
);

test("of three nodes, one that never answers delays nothing, and one that lies changes nothing", async () => {
  for (const fault of [{ isHung: true }, { transfers: [] }]) {
    const paid = await paidByFirst(3);
    Object.assign(paid.second, fault);
    await paid.waitFor(0.1);
    expect([await paid.status(), await paid.credited()]).toEqual(["paid", "100"]);
  }
});

test("a deposit that no node shows any more, once the lying one is removed, is gone after ten minutes", async () => {
  const paid = await paidByFirst();
  const { second } = paid;
  second.transfers = [];
  await paid.waitFor(5);
  paid.removeFirst();
  await paid.waitFor(5);
  expect((await paid.deposit()).status).toBe("seen");
  await paid.waitFor(10);
  expect((await paid.deposit()).status).toBe("vanished");
  expect([await paid.status(), await paid.credited()]).toEqual(["check", "0"]);
  await paid.waitFor(2);
  expect(await alarms()).toEqual([]);
  expect(await bookDifferences()).toEqual([]);
});

test("a deposit that a reorganisation includes again needs a second node again", async () => {
  const paid = await paidByFirst();
  await paid.waitFor(0.1);
  expect(await paid.credited()).toBe("100");
  const { id } = await paid.deposit();
  await database().deposit.update({ where: { id }, data: { status: "vanished", vanishedAt: new Date() } });
  const { blocks, transfers, record } = await nextBlocks(CONFIRMATIONS, [paid.transfer], { needsSecondNode: true });
  await record();
  const [first = expect.fail()] = paid.nodes;
  Object.assign(first, { blocks, transfers });
  paid.wakeUp();
  await paid.waitFor(1);
  expect(await paid.deposit()).toMatchObject({ status: "seen", inclusion: 2, bookedInclusion: 1 });
  Object.assign(paid.second, { blocks, transfers });
  await paid.waitFor(2);
  expect(await paid.deposit()).toMatchObject({ status: "confirmed", inclusion: 2, unattestedSince: null });
  expect(await paid.credited()).toBe("100");
});
