import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refundBlockedWallet } from "@/lib/exceptions/refunds/refund-blocked-wallet";
import { database } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { blockWallet } from "@/lib/money-in/static-wallets/block-wallet";
import { createWallet } from "@/lib/money-in/static-wallets/create-wallet";
import { createWalletInput } from "@/lib/money-in/static-wallets/schema";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { balanceOnChain } from "@/lib/run/worker/testing/balance-on-chain";
import { expectCleanAudit, until } from "@/lib/run/worker/testing/observe";
import { inBlock, startTestChain, type TestChain } from "@/lib/run/worker/testing/test-chain";
import { createTestGateway, type TestGateway } from "@/lib/run/worker/testing/test-gateway";

/**
 * Refunds on a real node. Those by workers that are killed are in refund-crash.full.chain.test.ts.
 */

const LIMIT_MS = 240_000;
const TEN_ETH = "0x8ac7230489e80000";

let chain: TestChain;
let gateway: TestGateway;

beforeAll(async () => {
  chain = await startTestChain({ network: "eth", chainId: 1, tokens: { USDT: 6 } });
  // Only the refund is sent.
  gateway = await createTestGateway([chain], { leavesDepositsInPlace: true });
  gateway.startWorker();
  await gateway.ready();
}, LIMIT_MS);

afterAll(async () => {
  await gateway?.stop();
  await chain?.stop();
});

const freshAddress = () => `0x${randomBytes(20).toString("hex")}`;
const merchant = () => getMerchant(gateway.merchantId);

/** Sends a tenth of an ETH from an address whose key is not needed. */
async function payFrom(sender: string, to: string): Promise<void> {
  await chain.anvil.rpc("anvil_setBalance", [sender, TEN_ETH]);
  await chain.anvil.rpc("anvil_impersonateAccount", [sender]);
  const call = { from: sender, to, value: "0x16345785d8a0000" };
  const transaction = await chain.anvil.rpc("eth_sendTransaction", [call]);
  await inBlock(chain.anvil, transaction as `0x${string}`);
}

test(
  "a forced refund reaches the account that paid; one to a contract that paid waits for an address",
  async () => {
    const asked = { currency: "ETH", network: "eth", order_id: randomUUID() };
    const wallet = await createWallet(await merchant(), createWalletInput.parse(asked));
    const ids = { uuid: wallet.id, order_id: null };
    await blockWallet(gateway.merchantId, { ...ids, is_force_refund: true });
    // A contract that is not a coin: a coin's own contract is rejected before any node is queried.
    const [account, contract] = [freshAddress(), chain.oddToken];
    for (const sender of [account, contract]) await payFrom(sender, wallet.address);
    const before = {
      account: await balanceOnChain(chain, account, null),
      contract: await balanceOnChain(chain, contract, null),
    };
    const refund = await until(async () => {
      const row = await database().refund.findFirstOrThrow({ where: { walletId: wallet.id } });
      expect(row.status).toBe("paid");
      return row;
    }, LIMIT_MS);
    const sent = decimal(refund.sentAmount);
    expect((await balanceOnChain(chain, account, null)).minus(before.account).toFixed()).toBe(sent.toFixed());
    expect(refund.address.toLowerCase()).toBe(account);
    await until(async () => {
      const waiting = await database().walletHold.findMany({ where: { walletId: wallet.id, refundId: null } });
      expect(waiting.map(({ addressRequiredReason }) => addressRequiredReason)).toEqual([
        expect.stringContaining("contract"),
      ]);
    }, LIMIT_MS);
    expect((await balanceOnChain(chain, contract, null)).toFixed()).toBe(before.contract.toFixed());
    const address = freshAddress();
    const { amount } = await refundBlockedWallet(await merchant(), { ...ids, address });
    await until(async () => expect((await balanceOnChain(chain, address, null)).equals(amount)).toBe(true), LIMIT_MS);
    await until(
      async () => expect(await database().refund.count({ where: { walletId: wallet.id, status: "paid" } })).toBe(2),
      LIMIT_MS,
    );
    await expectCleanAudit();
  },
  LIMIT_MS,
);
