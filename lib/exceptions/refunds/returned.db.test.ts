import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { creditCase } from "@/lib/exceptions/case-decisions/credit-case";
import { settleUnmatched } from "@/lib/exceptions/case-decisions/settle-unmatched";
import { forceRefunds } from "@/lib/exceptions/refunds/force-refunds";
import { refundBlockedWallet } from "@/lib/exceptions/refunds/refund-blocked-wallet";
import { refundCase } from "@/lib/exceptions/refunds/refund-case";
import { refundPayment } from "@/lib/exceptions/refunds/refund-payment";
import { refundInput } from "@/lib/exceptions/refunds/schema";
import { breakRefund, confirmRefund, liveRefund, newPaid } from "@/lib/exceptions/refunds/testing/refund-rig";
import { ACCOUNT, oneNode } from "@/lib/exceptions/refunds/testing/sender-nodes";
import { closeDatabase, database } from "@/lib/kernel/db";
import { heldFunds, receivable } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { payFromPersonalWallet } from "@/lib/money-in/invoices/pay-from-personal-wallet";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  bookDifferences,
  fundCapital,
  includeAgain,
  invoiceNow,
  newInvoice,
  openGateway,
  payAddress,
  vanish,
  walletOf,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { blockWallet } from "@/lib/money-in/static-wallets/block-wallet";
import { settleWallet } from "@/lib/money-in/static-wallets/settle-wallet";
import { newWallet, topUp } from "@/lib/money-in/static-wallets/testing/wallet-rig";
import { EVM_ADDRESS, fundHot, giveUser, newPayer, type Payer } from "@/lib/money-out/payouts/testing/payout-rig";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { importScreeningList } from "@/lib/people/screening/import-list";

const LISTED = "0x7f367cc41522ce07553e823bf3be79a889debe1b";
const ONLY_ONCE = "refunded_once_only";

beforeAll(async () => {
  await openGateway(60);
  await fundCapital("USDT", "100000");
  await fundHot("bsc", "USDT", "100000");
  await importScreeningList({ name: "Test", text: `address\n${LISTED}\n`, format: "csv", actorId: null });
});
afterAll(closeDatabase);

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
const caseOf = (depositId: string) => database().case.findUniqueOrThrow({ where: { depositId } });
const owedBy = async (merchantId: string) => (await findBalance(receivable(merchantId, "USDT"))).toFixed();
const auditOf = (target: string) => database().auditEvent.findMany({ where: { target }, orderBy: { id: "asc" } });

async function newBlocked(isForced: boolean) {
  const payer = await newPayer();
  const wallet = await newWallet(payer.merchantId);
  const ids = { uuid: wallet.id, order_id: null };
  await blockWallet(payer.merchantId, { ...ids, is_force_refund: isForced }, payer.userId);
  return { payer, wallet, ids, merchantId: payer.merchantId, actorId: payer.userId };
}

async function pass(): Promise<void> {
  const driver = oneNode(() => ACCOUNT);
  await forceRefunds([{ network: { code: "bsc" }, driver }], new AbortController().signal);
}

/** Creates a deposit to an unassigned address, which belongs to the operator. */
async function newUnmatched(sender: string | null = null) {
  const address = `0x${randomBytes(20).toString("hex")}`;
  const derivationIndex = Math.floor(Math.random() * 1e9);
  const { id } = await database().address.create({
    data: { family: "evm", derivationIndex, address, addressKey: address },
  });
  const depositId = await payAddress({ id, address, ownerId: null }, { amount: "20" });
  if (sender !== null) await database().deposit.update({ where: { id: depositId }, data: { fromAddress: sender } });
  await settleUnmatched(depositId);
  return { depositId, caseId: (await caseOf(depositId)).id };
}

const refundPart = async (payer: Payer, uuid: string, amount: string) =>
  refundPayment(
    await getMerchant(payer.merchantId),
    refundInput.parse({ uuid, address: EVM_ADDRESS, is_subtract: false, amount }),
  );

describe("a deposit that was refunded, left its chain and was included again", () => {
  test.each([true, false])(
    "of a blocked wallet (forced refund: %s) repays the debt, and is not refunded again",
    async (isForced) => {
      const { payer, wallet, ids, merchantId, actorId } = await newBlocked(isForced);
      const depositId = await topUp(wallet, { amount: "50" });
      await settleWallet(wallet.id);
      if (isForced) await pass();
      else await refundBlockedWallet(await getMerchant(merchantId), { ...ids, address: EVM_ADDRESS });
      await confirmRefund(await liveRefund({ walletId: wallet.id }));
      await vanish(depositId, true);
      await settleWallet(wallet.id);
      expect(await owedBy(merchantId)).toBe("-50");
      await includeAgain(depositId);
      await settleWallet(wallet.id);
      await pass();
      expect(await database().refund.count({ where: { walletId: wallet.id } })).toBe(1);
      const { id: caseId } = await caseOf(depositId);
      const again = refundBlockedWallet(await getMerchant(payer.merchantId), { ...ids, address: EVM_ADDRESS });
      expect(await again.catch(textOf)).toBe(ONLY_ONCE);
      expect(await refundCase({ caseId, merchantId, address: EVM_ADDRESS, actorId }).catch(textOf)).toBe(ONLY_ONCE);
      await creditCase({ caseId, merchantId, actorId });
      expect([await owedBy(merchantId), await walletOf(merchantId)]).toEqual(["-0.5", "0"]);
      expect(await bookDifferences()).toEqual([]);
    },
  );

  test("of a refunded payment is a case that can be credited and not refunded", async () => {
    const { payer, invoice } = await newPaid();
    const { merchantId, userId: actorId } = payer;
    await refundPart(payer, invoice.id, "50");
    await confirmRefund(await liveRefund({ invoiceId: invoice.id }));
    const { id: depositId } = await database().deposit.findFirstOrThrow({ where: { ownerId: invoice.id } });
    await vanish(depositId, true);
    await settleInvoice(invoice.id);
    await includeAgain(depositId);
    await settleInvoice(invoice.id);
    const { id: caseId, kind } = await caseOf(depositId);
    expect(kind).toBe("extra");
    expect(await refundCase({ caseId, merchantId, address: EVM_ADDRESS, actorId }).catch(textOf)).toBe(ONLY_ONCE);
    await creditCase({ caseId, merchantId, actorId });
    expect(await owedBy(merchantId)).toBe("0");
    expect(await bookDifferences()).toEqual([]);
  });

  describe("without an owner", () => {
    const heldByNobody = async () => (await findBalance(heldFunds("", "USDT"))).toFixed();
    async function leaveAndReturn(depositId: string, owed: string): Promise<void> {
      await vanish(depositId, true);
      await settleUnmatched(depositId);
      expect([await owedBy(""), await heldByNobody()]).toEqual([owed, "0"]);
      await includeAgain(depositId);
      for (let again = 0; again < 2; again++) await settleUnmatched(depositId);
      expect([await owedBy(""), await heldByNobody()]).toEqual(["0", "0"]);
    }

    test("offsets what was refunded, each time it returns, and can be neither credited nor refunded again", async () => {
      const { caseId, depositId } = await newUnmatched();
      const { merchantId } = await newPayer();
      const back = { caseId, merchantId: null, address: EVM_ADDRESS, actorId: null };
      await confirmRefund((await refundCase(back)).id);
      for (let round = 0; round < 2; round++) await leaveAndReturn(depositId, "-20");
      expect(await caseOf(depositId)).toMatchObject({ status: "refunded", closedAt: expect.any(Date) });
      const credit = creditCase({ caseId, merchantId: null, creditTo: merchantId, actorId: null });
      expect(await credit.catch(textOf)).toContain("closed");
      expect(await refundCase(back).catch(textOf)).toContain("closed");
      expect(await bookDifferences()).toEqual([]);
    });

    test.each([true, false])(
      "while its refund is under way ends with the refund's outcome (arrives: %s)",
      async (arrives) => {
        const { caseId, depositId } = await newUnmatched();
        const back = { caseId, merchantId: null, address: EVM_ADDRESS, actorId: null };
        const { id } = await refundCase(back);
        await leaveAndReturn(depositId, "-20");
        expect((await caseOf(depositId)).status).toBe("refunding");
        if (arrives) await confirmRefund(id);
        else await breakRefund(id);
        expect((await caseOf(depositId)).status).toBe(arrives ? "refunded" : "open");
        expect([await owedBy(""), await heldByNobody()]).toEqual(["0", arrives ? "0" : "20"]);
        if (!arrives) await confirmRefund((await refundCase(back)).id);
        expect([await owedBy(""), await heldByNobody()]).toEqual(["0", "0"]);
        expect(await bookDifferences()).toEqual([]);
      },
    );
  });
});

describe("a deposit released by screening", () => {
  test.each([
    ["after the only refund of a blocked wallet becomes a case that can be credited", true],
    ["before that refund is included in it", false],
  ])("%s", async (_title, isTooLate) => {
    const { wallet, ids, merchantId, actorId } = await newBlocked(false);
    await topUp(wallet, { amount: "50" });
    const depositId = await topUp(wallet, { amount: "30" });
    await database().deposit.update({ where: { id: depositId }, data: { fromAddress: LISTED } });
    await settleWallet(wallet.id);
    const refund = async () => refundBlockedWallet(await getMerchant(merchantId), { ...ids, address: EVM_ADDRESS });
    const { id: caseId } = await caseOf(depositId);
    if (isTooLate) await refund();
    await creditCase({ caseId, merchantId: null, actorId: null });
    await settleWallet(wallet.id);
    if (isTooLate) {
      expect(await caseOf(depositId)).toMatchObject({ kind: "extra", status: "open" });
      await creditCase({ caseId, merchantId, actorId });
      expect(await walletOf(merchantId)).toBe("29.7");
    } else expect(await refund()).toMatchObject({ amount: "79.90000000" });
    expect(await bookDifferences()).toEqual([]);
  });

  test("without an owner becomes the operator's case", async () => {
    const { caseId, depositId } = await newUnmatched(LISTED);
    expect((await caseOf(depositId)).kind).toBe("locked");
    const back = refundCase({ caseId, merchantId: null, address: LISTED, actorId: null });
    expect(await back.catch(textOf)).toContain("Refunds to this address are not allowed. Listed by Test");
    await creditCase({ caseId, merchantId: null, actorId: null });
    expect(await caseOf(depositId)).toMatchObject({ kind: "unmatched", status: "open" });
    const { merchantId, userId } = await newPayer();
    await creditCase({ caseId, merchantId: null, creditTo: merchantId, actorId: userId });
    expect(await walletOf(merchantId)).toBe("19.8");
    expect((await auditOf(caseId)).at(-1)).toMatchObject({
      actorId: userId,
      action: "case.credit",
      detail: { creditTo: merchantId },
    });
    expect(await bookDifferences()).toEqual([]);
  });
});

test("records who blocked a wallet and whether with a forced refund, once per change", async () => {
  const { wallet, ids, merchantId, actorId } = await newBlocked(false);
  await blockWallet(merchantId, { ...ids, is_force_refund: true });
  await blockWallet(merchantId, { ...ids, is_force_refund: false });
  expect(await auditOf(wallet.id)).toMatchObject([
    { actorId, action: "wallet.block", detail: { isForceRefund: false } },
    { actorId: null, action: "wallet.block", detail: { isForceRefund: true } },
  ]);
});

test("a payment from a personal wallet is refunded like one from a chain", async () => {
  const payer = await newPayer();
  await giveUser(payer.userId, "USDT", "100");
  const invoice = await newInvoice(payer.merchantId);
  await payFromPersonalWallet({ invoiceId: invoice.id, userId: payer.userId });
  await refundPart(payer, invoice.id, "60");
  await confirmRefund(await liveRefund({ invoiceId: invoice.id }));
  expect([(await invoiceNow(invoice.id)).status, await walletOf(payer.merchantId)]).toEqual(["refund_paid", "39"]);
  expect(await refundPart(payer, invoice.id, "41").catch(textOf)).toBe("more_than_paid");
  expect(await bookDifferences()).toEqual([]);
});
