import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";
import { type Receiver, startReceiver } from "@/lib/delivery/webhooks/testing/receiver";
import { database, withTransaction } from "@/lib/kernel/db";
import { decimal, sum, ZERO } from "@/lib/kernel/money/decimal";
import { userWallet } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { convertCoins, newReferrer } from "@/lib/money-in/credits/testing/credit-rig";
import { createWallet } from "@/lib/money-in/static-wallets/create-wallet";
import { createWalletInput } from "@/lib/money-in/static-wallets/schema";
import { topUpsOf } from "@/lib/money-in/static-wallets/testing/wallet-rig";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { connectReferrer } from "@/lib/people/referrals/referrals";
import { finishAlone, killOne, startOne } from "@/lib/run/worker/testing/crash-run";
import { expectCleanAudit, until, walletOf } from "@/lib/run/worker/testing/observe";
import { startTestChain, type TestChain } from "@/lib/run/worker/testing/test-chain";
import { createTestGateway, type TestGateway } from "@/lib/run/worker/testing/test-gateway";
import { testRandom } from "@/lib/testing/random";

const TEN = 10_000_000n;
/** Of 10 USDC, less 1 %. */
const CREDITED = "9.9";
const TOP_UPS_A_KILL = 3;
/**
 * From a payment to the kill: this interval contains recording, settling, crediting, converting and
 * sending.
 */
const KILL_DELAY_MS_MAX = 1_200;
const LIMIT_MS = 180_000;

type Parts = { readonly chain: TestChain; readonly gateway: TestGateway; readonly shop: Receiver };
type Survived = { readonly walletId: string; readonly referrerId: string; readonly topUps: number };

/**
 * Tops up a wallet whose credits are shared and converted, while one of two workers is killed this
 * many times, at random times.
 */
export async function expectTopUpsSurvive(kills: number): Promise<void> {
  const chain = await startTestChain({ network: "eth", chainId: 1, tokens: { USDT: 6, USDC: 6 } });
  const shop = await startReceiver((response) => void response.writeHead(200).end());
  const gateway = await createTestGateway([chain]);
  try {
    const survived = await topUpWhileKilling({ chain, gateway, shop }, kills);
    await untilAllDelivered(survived, shop);
    await expectExactShares(gateway.merchantId, survived);
    await expectCleanAudit();
  } finally {
    await gateway.stop();
    await shop.close();
    await chain.stop();
  }
}

async function topUpWhileKilling({ chain, gateway, shop }: Parts, kills: number): Promise<Survived> {
  const { merchantId } = gateway;
  const referrer = await newReferrer();
  await withTransaction((tx) => connectReferrer(tx, merchantId, referrer.code));
  await convertCoins(merchantId, "USDC");
  const workers = [startOne(gateway), startOne(gateway)];
  await gateway.ready();
  const asked = { currency: "USDC", network: "eth", order_id: randomUUID(), url_callback: shop.url };
  const wallet = await createWallet(await getMerchant(merchantId), createWalletInput.parse(asked));
  const random = testRandom("wallet crashes");
  for (let kill = 1; kill <= kills; kill += 1) {
    for (let count = 0; count < TOP_UPS_A_KILL; count += 1) await chain.pay(wallet.address, TEN, "USDC");
    await wait(random.whole(0, KILL_DELAY_MS_MAX));
    await killOne(workers, random);
    if (kill < kills) workers.push(startOne(gateway));
  }
  await finishAlone(gateway, workers);
  return { walletId: wallet.id, referrerId: referrer.userId, topUps: kills * TOP_UPS_A_KILL };
}

async function untilAllDelivered({ walletId, topUps }: Survived, shop: Receiver): Promise<void> {
  await until(async () => expect(await topUpsOf(walletId)).toHaveLength(topUps), LIMIT_MS);
  const told = () => new Set(shop.received.map(({ body }) => JSON.parse(body).uuid));
  await until(() => expect(told().size).toBe(topUps), LIMIT_MS);
}

async function expectExactShares(merchantId: string, { walletId, referrerId, topUps }: Survived): Promise<void> {
  const conversions = await database().conversion.findMany({ where: { merchantId } });
  const shares = await database().referralCredit.findMany({ where: { merchantId } });
  const fees = await database().walletFee.findMany({ where: { walletId } });
  const counts = [await database().invoiceCredit.count(), conversions.length, shares.length, fees.length];
  expect(counts).toEqual([topUps, topUps, topUps, 1]);
  // All of it was converted, less the creation fee.
  const converted = sum(conversions.map(({ fromAmount }) => decimal(fromAmount)));
  const taken = sum(fees.map(({ amount }) => decimal(amount)));
  expect(converted.plus(taken).toFixed()).toBe(decimal(CREDITED).times(String(topUps)).toFixed());
  expect(await walletOf(merchantId, "USDC")).toBe(ZERO.toFixed());
  expect(await walletOf(merchantId, "USDT")).toBe(sum(conversions.map(({ toAmount }) => decimal(toAmount))).toFixed());
  const shared = sum(shares.map(({ amount }) => decimal(amount)));
  expect((await findBalance(userWallet(referrerId, "USDC"))).toFixed()).toBe(shared.toFixed());
  expect(shared.gt(ZERO)).toBe(true);
}
