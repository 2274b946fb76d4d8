import { afterAll, beforeAll, expect, it } from "vitest";
import { never } from "@/lib/chains/contract/steps";
import type { ChainDriver } from "@/lib/chains/driver";
import { createEvmDriver } from "@/lib/chains/evm/create-evm-driver";
import { type Anvil, startAnvil } from "@/lib/chains/evm/testing/anvil";
import { deployContractPayer } from "@/lib/chains/evm/testing/contract-payer";
import { createExternalAccount, type ExternalAccount } from "@/lib/chains/evm/testing/external-account";
import { giveMulticall } from "@/lib/chains/evm/testing/multicall";
import { type RpcProxy, startRpcProxy } from "@/lib/chains/evm/testing/rpc-proxy";
import { closeDatabase, database } from "@/lib/kernel/db";
import { watchAddresses } from "@/lib/money-in/deposits/balance-checks-repo";
import { findUnseenDeposits } from "@/lib/money-in/deposits/find-unseen";
import { readChain } from "@/lib/money-in/deposits/read-chain";
import { sampleNetwork } from "@/lib/money-in/deposits/sample-balances";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { newInvoice, newMerchant, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { sentStatements } from "@/lib/testing/sent-statements";

/** Ten thousand open invoices in a network's native coin, on a real node. */

const OPEN = 10_000;
const NETWORK = {
  code: "eth",
  family: "evm",
  isSandbox: true,
  lagLimitSeconds: 1_000_000,
  needsSecondNode: false,
} as const;
const MINUTE = 60;

let anvil: Anvil;
let proxy: RpcProxy;
let payer: ExternalAccount;
let driver: ChainDriver;
let inUsdt: Invoice;

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 1, flags: ["--no-mining", "--steps-tracing"] });
  proxy = await startRpcProxy(anvil.url);
  payer = createExternalAccount(anvil, 0);
  const native = { symbol: "ETH", decimals: 18 };
  driver = createEvmDriver({ network: "eth", chainId: 1, urls: [proxy.url], native, callLimitMs: 10_000 });
  await openGateway(20);
  await openInvoices(await newInvoice(await newMerchant(), { to_currency: "ETH", network: "eth" }), OPEN);
  inUsdt = await newInvoice(await newMerchant(), { to_currency: "USDT", network: "eth" });
  // From here on the chain is the node's.
  await database().chainCursor.deleteMany({ where: { networkCode: "eth" } });
});
afterAll(async () => {
  await proxy?.stop();
  await anvil?.stop();
  await closeDatabase();
});

/** Copies the invoice, each copy with its own address. */
async function openInvoices({ id }: Invoice, count: number): Promise<void> {
  await database().$executeRaw`
    WITH made AS (SELECT n, gen_random_uuid() AS id, '0x' || lpad(to_hex(n + 4096), 40, '0') AS address FROM generate_series(1, ${count}::int) AS n),
    added AS (
      INSERT INTO invoices SELECT r.* FROM made m, invoices i, jsonb_populate_record(NULL::invoices,
        to_jsonb(i) || jsonb_build_object('id', m.id, 'order_id', m.n::text, 'current_quote_id', NULL)) AS r WHERE i.id = ${id}::uuid),
    given AS (
      INSERT INTO addresses (family, derivation_index, address, address_key, owner_kind, owner_id, assigned_at)
      SELECT 'evm', 100000 + n, address, address, 'invoice', id, now() FROM made RETURNING id, address, owner_id)
    INSERT INTO quotes SELECT r.* FROM given g, quotes q, jsonb_populate_record(NULL::quotes,
      to_jsonb(q) || jsonb_build_object('id', gen_random_uuid(), 'invoice_id', g.owner_id, 'address_id', g.id, 'address', g.address)) AS r
    WHERE q.invoice_id = ${id}::uuid`;
}

/** Reads the next block and ends every pause. */
async function nextBlock(): Promise<void> {
  await anvil.rpc("anvil_mine", [1]);
  while ((await readChain(driver, NETWORK, never())) === "more");
  await database().balanceCheck.updateMany({ data: { dueAt: new Date(Date.now() - 60_000) } });
  proxy.calls.length = 0;
}

const check = () => findUnseenDeposits(driver, NETWORK, MINUTE, never());
const notLookedAt = () => database().balanceCheck.count({ where: { networkCode: "eth", checkedUntil: null } });

it("checks all addresses in one round with few requests and statements, and finds what a contract paid to one of them", async () => {
  const contract = await deployContractPayer(anvil, payer);
  await nextBlock();
  expect(await notLookedAt()).toBe(OPEN + 1);
  const statements = await sentStatements(check);
  expect(await notLookedAt()).toBe(0);
  // Batches of fifty and one failed attempt to use the contract, plus blocks and pages.
  expect(proxy.calls.length).toBeLessThan(OPEN / 50 + 40);
  expect(statements.length).toBeLessThan(100);

  const { addressId, address } = await database().quote.findFirstOrThrow({ orderBy: { addressId: "desc" } });
  const transactionId = await contract.pay(address, 10n ** 18n);
  await nextBlock();
  await check();
  expect(await database().deposit.findMany({ where: { addressId } })).toMatchObject([{ transactionId }]);
});

it("audits a random sample of all assigned addresses, then searches for and records what the sample finds", async () => {
  const contract = await deployContractPayer(anvil, payer);
  // An invoice in another coin, whose address is not queued for a check.
  const { id: ownerId, currentQuote } = inUsdt;
  await contract.pay(currentQuote?.address ?? "", 10n ** 18n);
  await nextBlock();
  await database().balanceCheck.updateMany({ data: { dueAt: new Date(Date.now() + 3_600_000) } });
  const sample = await sampleNetwork(driver, 3 * OPEN, never());
  expect(sample?.surpluses).toEqual([{ id: currentQuote?.addressId, address: currentQuote?.address, amount: "1" }]);
  expect(await sampleNetwork(driver, 10, never())).toMatchObject({ compared: 10, failure: null });
  await watchAddresses("eth", sample?.surpluses.map(({ id }) => id) ?? []);
  await check();
  expect(await database().deposit.findMany({ where: { ownerId } })).toMatchObject([{ currencyCode: "ETH" }]);
  expect((await sampleNetwork(driver, 3 * OPEN, never()))?.surpluses).toEqual([]);
});

it("needs forty requests where the network has Multicall3", async () => {
  await giveMulticall(anvil);
  await nextBlock();
  const native = { symbol: "ETH", decimals: 18 };
  const fresh = createEvmDriver({ network: "eth", chainId: 1, urls: [proxy.url], native, callLimitMs: 10_000 });
  await findUnseenDeposits(fresh, NETWORK, MINUTE, never());
  const counts = proxy.calls.filter(({ method }) => method !== "eth_getBlockByNumber").map(({ method }) => method);
  expect(counts.filter((method) => method === "eth_call").length).toBeLessThan(OPEN / 250 + 15);
  expect(counts.filter((method) => method === "batch" || method === "eth_getBalance")).toEqual([]);
});
