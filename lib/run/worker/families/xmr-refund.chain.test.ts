import { afterAll, beforeAll, expect, test } from "vitest";
import { POST as orderRefund } from "@/app/v1/payment/refund/route";
import { createMoneroNode } from "@/lib/chains/monero/monero-node";
import { call } from "@/lib/fronts/machine-api/testing/call-api";
import { database } from "@/lib/kernel/db";
import { toBaseUnits } from "@/lib/kernel/money/base-units";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import {
  type SandboxChain,
  sandboxChainRequirement,
  startSandboxChain,
} from "@/lib/run/worker/testing/chains/sandbox-chain";
import { giveMerchant } from "@/lib/run/worker/testing/merchant-funds";
import {
  expectComparedAudit,
  invoiceRow,
  sendOf,
  until,
  untilAllSent,
  untilStatus,
} from "@/lib/run/worker/testing/observe";
import { expectOnlyDriven } from "@/lib/run/worker/testing/only-network";
import { createTestGateway, type TestGateway } from "@/lib/run/worker/testing/test-gateway";
import type { WorkerProcess } from "@/lib/run/worker/testing/worker-process";
import { killAtEach, startDoomed } from "@/lib/sending/sends/testing/worker-relay";
import { describeUnless } from "@/lib/testing/unless";

const LIMIT_MS = 600_000;
const ORDERED = [200, { state: 0, result: [] }];
const UNDER_WAY = [422, { state: 1, message: "Refunds are made only for completed payments" }];
const ALL_BACK = [422, { state: 1, message: "The refund amount should not be more than the amount paid" }];
/** Covers the commission, which is not refunded. */
const BESIDE = "5";
const NEVER = new AbortController().signal;

describeUnless(sandboxChainRequirement("xmr"))("a refund on Monero", () => {
  let chain: SandboxChain;
  let gateway: TestGateway;
  let invoice: Invoice;
  let doomed: WorkerProcess;

  beforeAll(async () => {
    chain = await startSandboxChain("xmr");
    gateway = await createTestGateway([chain], { poolSize: 10 });
    doomed = startDoomed(gateway, "send:signed");
    await gateway.ready();
    invoice = await gateway.invoice({ amount: "200", coin: "XMR", network: "xmr" });
    const { address, payerAmount } = invoice.currentQuote ?? {};
    if (address === undefined || payerAmount === undefined) throw new Error("an invoice with a fixed coin has a quote");
    await chain.pay(address, toBaseUnits(payerAmount, chain.native.decimals), null);
    await untilStatus(invoice.id, "paid", LIMIT_MS);
    await giveMerchant(gateway.merchantId, "XMR", BESIDE);
  }, LIMIT_MS);
  afterAll(async () => {
    await gateway?.stop();
    await chain?.stop();
  });

  const ask = async (address: string) => {
    const caller = { merchantId: gateway.merchantId, key: gateway.paymentKey };
    const { status, json } = await call(orderRefund, caller, { uuid: invoice.id, address, is_subtract: true });
    return [status, json];
  };

  test(
    "is paid once, with exactly the stored bytes, when its worker died before broadcasting them",
    async () => {
      const [address, other] = [await createExternalAccount(chain), await createExternalAccount(chain)];
      await until(async () => expect(await ask(address)).toEqual(ORDERED), LIMIT_MS);
      expect(await ask(other)).toEqual(UNDER_WAY);
      const { id, sentAmount } = await database().refund.findFirstOrThrow({ where: { invoiceId: invoice.id } });
      expect(sentAmount.isPositive()).toBe(true);

      await killAtEach(gateway, ["send:signed"], { first: doomed });
      const { outgoing: stored } = await sendOf(id);
      expect(stored).toMatchObject({ status: "signed", lastBroadcastAt: null, version: 1 });
      const transactionId = stored?.versions[0]?.transactionId ?? "";
      expect(await missingFromDaemon(chain, transactionId)).toEqual([transactionId]);
      expect(await invoiceRow(invoice.id)).toMatchObject({ status: "refund_process" });

      const last = gateway.startWorker();
      await untilStatus(invoice.id, "refund_paid", LIMIT_MS);
      await untilAllSent(LIMIT_MS);
      expect((await chain.held(address, null)).toFixed()).toBe(sentAmount.toFixed());
      const { outgoing } = await sendOf(id);
      expect(outgoing).toMatchObject({ id: stored?.id, status: "settled", versions: stored?.versions });
      expect(await database().refund.findMany()).toMatchObject([{ id, status: "paid", transactionId }]);
      expect(await database().outgoingTransaction.count()).toBe(1);

      expect(await ask(other)).toEqual(ALL_BACK);
      await last.end("SIGTERM");
      expect((await chain.held(other, null)).toFixed()).toBe("0");
      await expectComparedAudit();
      await expectOnlyDriven(chain);
    },
    LIMIT_MS,
  );
});

async function createExternalAccount(chain: SandboxChain): Promise<string> {
  const address = await chain.createExternalAccount?.();
  if (address === undefined) throw new Error("Monero's sandbox makes strangers");
  return address;
}

/**
 * Returns the missed transactions: whether the daemon has the transaction neither in a block nor in
 * its pool.
 */
async function missingFromDaemon({ workerUrl }: SandboxChain, transactionId: string): Promise<unknown> {
  const { daemon } = createMoneroNode(workerUrl, LIMIT_MS);
  return (await daemon.post("get_transactions", { txs_hashes: [transactionId] }, NEVER)).missed_tx;
}
