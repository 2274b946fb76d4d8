import { afterAll, beforeAll, expect, it } from "vitest";
import { OP_STACK_FLAGS, SHORT_DATA_FEE, simulateOpStack } from "@/lib/chains/evm/testing/op-stack";
import { database } from "@/lib/kernel/db";
import { fromBaseUnits } from "@/lib/kernel/money/base-units";
import { decimal } from "@/lib/kernel/money/decimal";
import { hotCustody } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { clearCatalogCache } from "@/lib/pricing/catalog/queries";
import { giveMerchant } from "@/lib/run/worker/testing/merchant-funds";
import { expectComparedAudit, sendOf, until } from "@/lib/run/worker/testing/observe";
import { startTestChain, type TestChain } from "@/lib/run/worker/testing/test-chain";
import { createTestGateway, type TestGateway } from "@/lib/run/worker/testing/test-gateway";
import { paidInvoice, untilSwept } from "@/lib/sending/sweeps/testing/swept-invoices";

const NETWORK = "base";
const DECIMALS = 18;
const DATA_FEE = fromBaseUnits(SHORT_DATA_FEE, DECIMALS);

let chain: TestChain;
let gateway: TestGateway;

beforeAll(async () => {
  chain = await startTestChain({ network: NETWORK, chainId: 8453, tokens: { USDC: 6 }, flags: OP_STACK_FLAGS });
  chain.proxy.intercept(await simulateOpStack(chain.anvil));
  gateway = await createTestGateway([chain]);
  gateway.startWorker();
  await gateway.ready();
});

afterAll(async () => {
  await gateway?.stop();
  await chain?.stop();
});

it("sweeps a token where data has a fee in addition to gas: the gas sent first is sufficient, and the books match the chain", async () => {
  const { id } = await paidInvoice({ gateway, chain }, { coin: "USDC", units: 10_000_000n });
  const sweep = await untilSwept(id);
  expect(sweep.amount.toFixed()).toBe("10");
  expect(await costsOf(sweep.id)).toEqual([
    ["gas", true],
    ["sweep", true],
  ]);
  await expectHotAsOnChain();
  await expectComparedAudit();
});

it("sweeps the network's native coin except for the maximum fee for gas and data", async () => {
  const { id } = await paidInvoice({ gateway, chain }, { coin: "ETH", units: 5n * 10n ** 16n, amount: "150" });
  const sweep = await untilSwept(id);
  expect(await costsOf(sweep.id)).toEqual([["sweep", true]]);
  expect(sweep.amount.lt("0.05")).toBe(true);
  await expectHotAsOnChain();
  await expectComparedAudit();
});

it("delivers the full amount of a payout, at the gateway's cost for gas and data", async () => {
  // The fee depends on the bids of the payers above, which may be as high as what they paid.
  await giveMerchant(gateway.merchantId, "USDC", "100");
  const address = "0x52908400098527886E0F7030069857D2E4169EE7";
  const asked = { amount: "5", currency: "USDC", network: NETWORK, order_id: "order-1", address, is_subtract: true };
  const payout = await until(async () => {
    clearCatalogCache();
    return createPayout(await getMerchant(gateway.merchantId), createPayoutInput.parse(asked));
  });
  await until(async () => expect((await sendOf(payout.id)).outgoing).toMatchObject({ status: "settled" }));
  expect(await costsOf(payout.id)).toEqual([["payout", true]]);
  await expectHotAsOnChain();
  await expectComparedAudit();
});

/**
 * Returns the purpose of each transaction of a sweep or a payout, and whether its booked cost
 * includes the data fee and is within the maximum.
 */
async function costsOf(sweepId: string): Promise<[string, boolean][]> {
  const sends = await database().send.findMany({ where: { purposeId: sweepId }, orderBy: { createdAt: "asc" } });
  return Promise.all(
    sends.map(async ({ purpose, outgoingId }) => {
      const { feePaid, feeMax } = await database().outgoingTransaction.findUniqueOrThrow({
        where: { id: outgoingId ?? "" },
      });
      const paid = decimal(feePaid ?? "0");
      return [purpose, paid.gt(DATA_FEE) && paid.lte(decimal(feeMax))] as [string, boolean];
    }),
  );
}

async function expectHotAsOnChain(): Promise<void> {
  const { address } = await database().hotWallet.findFirstOrThrow({ where: { family: "evm" } });
  const held = BigInt((await chain.anvil.rpc("eth_getBalance", [address, "latest"])) as string);
  const booked = await findBalance(hotCustody(NETWORK, "ETH"));
  expect(booked.toFixed()).toBe(fromBaseUnits(held, DECIMALS).toFixed());
}
