import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { encodeTokenTransfer } from "@/lib/chains/evm/testing/external-account";
import { compileTestToken } from "@/lib/chains/evm/testing/test-token";
import { database, withTransaction } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { addToken, lookUpToken } from "@/lib/money-in/tokens/add-token";
import { stateOf, type TokenKey } from "@/lib/money-in/tokens/added-token";
import { enqueueAdvance } from "@/lib/money-in/tokens/advance-token";
import { findToken } from "@/lib/money-in/tokens/repo";
import { findMerchantPayout } from "@/lib/money-out/payouts/repo";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { clearCatalogCache, loadCatalog } from "@/lib/pricing/catalog/queries";
import { expectCleanAudit, until, untilStatus, walletOf } from "@/lib/run/worker/testing/observe";
import { startTestChain, type TestChain } from "@/lib/run/worker/testing/test-chain";
import { createTestGateway, type TestGateway } from "@/lib/run/worker/testing/test-gateway";

/**
 * A token without a record, on a real node: added by its contract while the worker runs, deposited,
 * swept and paid out.
 */

const LIMIT_MS = 120_000;
const UNIT = 10n ** 18n;

let chain: TestChain;
let gateway: TestGateway;
let key: TokenKey;

beforeAll(async () => {
  chain = await startTestChain({ network: "eth", chainId: 1, tokens: { USDT: 6 } });
  gateway = await createTestGateway([chain]);
  gateway.startWorker();
  await gateway.ready();
  const contract = await chain.payer.deployToken(compileTestToken(), "LINK", 18);
  await chain.mine(1);
  key = { networkCode: "eth", contract };
});
afterAll(async () => {
  await gateway?.stop();
  await chain?.stop();
});

const send = (to: string, units: bigint) =>
  chain.payer.send({ to: key.contract as `0x${string}`, data: encodeTokenTransfer(to, units) });

const untilToken = (state: string) =>
  until(async () => {
    const row = await findToken(key);
    expect(row && { state: stateOf(row), problem: row.problem }).toMatchObject({ state });
  }, LIMIT_MS);

async function newOperator(): Promise<string> {
  const person = {
    email: "ada@example.com",
    name: "Ada",
    passwordHash: "x",
    isOperator: true,
    operatorSince: new Date(0),
  };
  return (await database().user.create({ data: person, select: { id: true } })).id;
}

test("a token added while the worker runs is deposited, swept and paid out, and the books match the chain", async () => {
  // Before the token is offered it is unassigned money, and counted.
  const early = await gateway.invoice({ amount: "10", coin: "USDT", network: "eth" });
  await send(early.currentQuote?.address ?? "", 7n * UNIT);
  const unknown = () => database().unknownToken.findMany({ where: { networkCode: "eth" }, select: { contract: true } });
  await until(async () => expect((await unknown()).length).toBe(1), LIMIT_MS);

  const actorId = await newOperator();
  key = await lookUpToken(key, actorId);
  await untilToken("read");
  expect(await findToken(key)).toMatchObject({ symbol: "LINK", decimals: 18, prices: { Sandbox: expect.any(String) } });
  const limits = {
    paymentMin: decimal("0.1"),
    paymentMax: decimal("1000"),
    payoutMin: decimal("0.1"),
    payoutMax: decimal("1000"),
  };
  await addToken(key, { name: "Chainlink", rateSource: "Sandbox", ...limits }, actorId);
  await untilToken("waiting");
  await database().$executeRaw`UPDATE added_tokens SET cooldown_ends_at = now()`;
  await withTransaction((tx) => enqueueAdvance(tx, key));
  await untilToken("offered");
  expect(await unknown()).toEqual([]);

  await until(async () => {
    clearCatalogCache();
    expect((await loadCatalog()).service("LINK", "eth")?.contract).toBe(key.contract);
  });
  const invoice = await until(() => gateway.invoice({ amount: "132.5", coin: "LINK", network: "eth" }), LIMIT_MS);
  const quote = invoice.currentQuote;
  if (quote === null) throw new Error("an invoice with a fixed coin has a quote");
  await send(quote.address, BigInt(quote.payerAmount.times(UNIT.toString()).toFixed()));
  await untilStatus(invoice.id, "paid", LIMIT_MS);
  expect(decimal(await walletOf(gateway.merchantId, "LINK")).gt("9.8")).toBe(true);

  const address = `0x${randomBytes(20).toString("hex")}`;
  const fields = { amount: "5", currency: "LINK", network: "eth", order_id: randomUUID(), is_subtract: true };
  const input = createPayoutInput.parse({ ...fields, address });
  const payout = await createPayout(await getMerchant(gateway.merchantId), input);
  await until(async () => {
    expect((await findMerchantPayout(gateway.merchantId, payout.id))?.status).toBe("paid");
  }, LIMIT_MS);
  const data = `0x70a08231${address.slice(2).padStart(64, "0")}`;
  const held = await chain.anvil.rpc("eth_call", [{ to: key.contract, data }, "latest"]);
  expect(BigInt(String(held))).toBe(BigInt(payout.sentAmount.times(UNIT.toString()).toFixed()));
  await expectCleanAudit();
});
