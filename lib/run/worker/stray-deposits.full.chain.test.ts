import { afterAll, beforeAll, expect, it } from "vitest";
import { encodeTokenTransfer } from "@/lib/chains/evm/testing/external-account";
import { database } from "@/lib/kernel/db";
import { heldFunds } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import {
  casesOf,
  depositsOf,
  expectCleanAudit,
  until,
  untilRead,
  untilStatus,
  walletOf,
} from "@/lib/run/worker/testing/observe";
import { startTestChain, type TestChain } from "@/lib/run/worker/testing/test-chain";
import { createTestGateway, type TestGateway } from "@/lib/run/worker/testing/test-gateway";

const TEN = 10_000_000n;
const WEI_10 = 10n * 10n ** 18n;

let eth: TestChain;
let bsc: TestChain;
let gateway: TestGateway;

beforeAll(async () => {
  [eth, bsc] = await Promise.all([
    startTestChain({ network: "eth", chainId: 1, tokens: { USDT: 6, USDC: 6 } }),
    startTestChain({ network: "bsc", chainId: 56, tokens: { USDT: 18, USDC: 18 } }),
  ]);
  gateway = await createTestGateway([eth, bsc]);
  gateway.startWorker();
  await gateway.ready();
});

afterAll(async () => {
  await gateway?.stop();
  await Promise.all([eth?.stop(), bsc?.stop()]);
});

it("does not count the gateway's transfers to its own wallets as payments", async () => {
  await untilRead("eth", await eth.height());
  await untilRead("bsc", await bsc.height());
  expect(await database().deposit.count({ where: { ownerKind: { not: "hot" } } })).toBe(0);
  await expectCleanAudit();
});

it("opens a case for a payment that arrives after the invoice has ended", async () => {
  const { id, address } = await newInvoice();
  await database().invoice.update({ where: { id }, data: { expiresAt: new Date() } });
  await until(() => eth.mine(1).then(() => untilStatus(id, "cancel", 1_000)));
  await eth.pay(address, TEN, "USDT");
  await untilCase(id, { kind: "late", networkCode: "eth", currencyCode: "USDT", amount: "10" });
  await untilStatus(id, "cancel");
});

it("opens a case for another token, for the network's own coin, and for an excess payment", async () => {
  const { id, address } = await newInvoice();
  await eth.pay(address, TEN, "USDC");
  await untilCase(id, { kind: "wrong_token", networkCode: "eth", currencyCode: "USDC", amount: "10" });
  await eth.pay(address, 10n ** 15n + 1n, null);
  await untilCase(id, { kind: "wrong_token", networkCode: "eth", currencyCode: "ETH", amount: "0.001000000000000001" });
  await eth.pay(address, TEN, "USDT");
  await untilStatus(id, "paid");
  await eth.pay(address, TEN, "USDT");
  await untilCase(id, { kind: "extra", networkCode: "eth", currencyCode: "USDT", amount: "10" });
});

it("opens a case for a payment on another network of the family, with that network's decimals", async () => {
  const { id, address } = await newInvoice();
  await bsc.pay(address, WEI_10, "USDT");
  await untilCase(id, { kind: "wrong_network", networkCode: "bsc", currencyCode: "USDT", amount: "10" });
  await untilStatus(id, "check");
});

it("opens the operator's case for a payment to an unassigned address, which does not pay the invoice that gets the address later", async () => {
  const { id, address } = await database().address.findFirstOrThrow({
    where: { assignedAt: null },
    orderBy: { id: "asc" },
  });
  await eth.pay(address, TEN, "USDT");
  const opened = await until(() => database().case.findFirstOrThrow({ where: { kind: "unmatched" } }));
  expect(opened).toMatchObject({ merchantId: null, invoiceId: null, status: "open" });
  const invoice = await newInvoice();
  expect((await database().address.findUniqueOrThrow({ where: { id } })).ownerId).toBe(invoice.id);
  await eth.mine(2);
  await untilRead("eth", await eth.height());
  expect(await depositsOf(invoice.id)).toEqual([]);
  await eth.pay(invoice.address, TEN, "USDT");
  await untilStatus(invoice.id, "paid");
});

it("counts transfers of unknown tokens, and ignores those of zero", async () => {
  const { id, address } = await newInvoice();
  await eth.noise.send({ to: eth.oddToken, data: encodeTokenTransfer(address, 5n) });
  await eth.pay(address, 0n, "USDT");
  await until(async () =>
    expect(await database().unknownToken.findMany()).toMatchObject([
      { networkCode: "eth", contract: eth.oddToken, count: 1n },
    ]),
  );
  await untilRead("eth", await eth.height());
  expect(await depositsOf(id)).toEqual([]);
});

it("distinguishes several payments in one transaction", async () => {
  const [first, second] = [await newInvoice(), await newInvoice()];
  await eth.payMany(
    [
      { to: first.address, units: TEN / 2n },
      { to: second.address, units: TEN },
      { to: first.address, units: TEN / 2n },
    ],
    "USDT",
  );
  await untilStatus(first.id, "paid");
  await untilStatus(second.id, "paid");
  expect((await depositsOf(first.id)).map(({ position }) => position).sort()).toEqual(["log:0", "log:2"]);
  expect((await depositsOf(second.id)).map(({ position }) => position)).toEqual(["log:1"]);
});

it("holds all of it, and the books match both chains", async () => {
  const { merchantId } = gateway;
  // Late 10, in excess 10, on the wrong network 10.
  expect((await findBalance(heldFunds(merchantId, "USDT"))).toFixed()).toBe("30");
  expect((await findBalance(heldFunds(merchantId, "USDC"))).toFixed()).toBe("10");
  expect((await findBalance(heldFunds("", "USDT"))).toFixed()).toBe("10");
  // Paid, to an address that had been paid before, and two in one transaction.
  expect(await walletOf(merchantId, "USDT")).toBe("39.6");
  await expectCleanAudit();
});

async function newInvoice() {
  const { id, currentQuote } = await gateway.invoice({ amount: "10", coin: "USDT", network: "eth" });
  return { id, address: currentQuote?.address ?? "" };
}

async function untilCase(
  invoiceId: string,
  wanted: { kind: string; networkCode: string; currencyCode: string; amount: string },
): Promise<void> {
  const { amount, ...rest } = wanted;
  await until(async () => {
    const found = (await casesOf(invoiceId)).find(
      (opened) => opened.kind === wanted.kind && opened.currencyCode === wanted.currencyCode,
    );
    expect(found).toMatchObject({ ...rest, status: "open" });
    expect(found?.amount.toString()).toBe(amount);
  });
}
