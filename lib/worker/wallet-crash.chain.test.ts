import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { convertCoins, newReferrer } from "@/lib/credits/testing/credit-rig";
import { database, withTransaction } from "@/lib/db";
import { userWallet } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/balances";
import { getMerchant } from "@/lib/merchants/get-merchant";
import { decimal, ZERO } from "@/lib/money/decimal";
import { sum } from "@/lib/money/sum";
import { connectReferrer } from "@/lib/referrals/connect-referrer";
import { createWallet } from "@/lib/wallets/create-wallet";
import { createWalletInput } from "@/lib/wallets/schema";
import { topUpsOf } from "@/lib/wallets/testing/wallet-rig";
import { type Receiver, startReceiver } from "@/lib/webhooks/testing/receiver";
import { expectCleanAudit, until, walletOf } from "@/lib/worker/testing/observe";
import { createRandom } from "@/lib/worker/testing/random";
import { testSeed } from "@/lib/worker/testing/settings";
import { startTestChain, type TestChain } from "@/lib/worker/testing/test-chain";
import { createTestGateway, type TestGateway } from "@/lib/worker/testing/test-gateway";
import type { WorkerProcess } from "@/lib/worker/testing/worker-process";

const TEN = 10_000_000n;
const KILLS = 4;
const TOP_UPS_A_KILL = 3;
const TOP_UPS = KILLS * TOP_UPS_A_KILL;
/** From a payment to the kill: in here lie recording, settling, crediting, converting and sending. */
const KILL_DELAY_MS_MAX = 1_200;
const LIMIT_MS = 180_000;

let chain: TestChain;
let gateway: TestGateway;
let shop: Receiver;

beforeAll(async () => {
  chain = await startTestChain({ network: "eth", chainId: 1, tokens: { USDT: 6, USDC: 6 } });
  shop = await startReceiver((response) => void response.writeHead(200).end());
  gateway = await createTestGateway([chain]);
});

afterAll(async () => {
  await gateway?.stop();
  await shop?.close();
  await chain?.stop();
});

it(
  "credits, shares and converts each top-up exactly once, takes the creation fee once, and tells the shop, while workers are killed",
  async () => {
    const { merchantId } = gateway;
    const referrer = await newReferrer();
    await withTransaction((tx) => connectReferrer(tx, merchantId, referrer.code));
    await convertCoins(merchantId, "USDC");
    const workers = [gateway.startWorker({ LOG_LEVEL: "info" }), gateway.startWorker({ LOG_LEVEL: "info" })];
    await gateway.ready();
    const asked = { currency: "USDC", network: "eth", order_id: randomUUID(), url_callback: shop.url };
    const wallet = await createWallet(await getMerchant(merchantId), createWalletInput.parse(asked));
    const random = createRandom(testSeed("wallet crashes"));

    for (let kill = 0; kill < KILLS; kill += 1) {
      for (let count = 0; count < TOP_UPS_A_KILL; count += 1) await chain.pay(wallet.address, TEN, "USDC");
      await wait(random.whole(0, KILL_DELAY_MS_MAX));
      await killOne(workers);
    }
    await until(async () => expect(await topUpsOf(wallet.id)).toHaveLength(TOP_UPS), LIMIT_MS);
    await until(
      () => expect(new Set(shop.received.map(({ body }) => JSON.parse(body).uuid)).size).toBe(TOP_UPS),
      LIMIT_MS,
    );

    const conversions = await database().conversion.findMany({ where: { merchantId } });
    const shares = await database().referralCredit.findMany({ where: { merchantId } });
    const fees = await database().walletFee.findMany({ where: { walletId: wallet.id } });
    const counts = [await database().invoiceCredit.count(), conversions.length, shares.length, fees.length];
    expect(counts).toEqual([TOP_UPS, TOP_UPS, TOP_UPS, 1]);
    // 12 times 10, less 1 % each, less the creation fee: all of it was converted.
    const converted = sum(conversions.map(({ fromAmount }) => decimal(fromAmount)));
    expect(converted.plus(sum(fees.map(({ amount }) => decimal(amount)))).toFixed()).toBe("118.8");
    expect(await walletOf(merchantId, "USDC")).toBe(ZERO.toFixed());
    expect(await walletOf(merchantId, "USDT")).toBe(
      sum(conversions.map(({ toAmount }) => decimal(toAmount))).toFixed(),
    );
    const shared = sum(shares.map(({ amount }) => decimal(amount)));
    expect((await findBalance(userWallet(referrer.userId, "USDC"))).toFixed()).toBe(shared.toFixed());
    expect(shared.gt(ZERO)).toBe(true);
    await expectCleanAudit();
  },
  2 * LIMIT_MS,
);

/** One that has come up: to kill a process that still loads its code proves little. The next one starts at once. */
async function killOne(workers: WorkerProcess[]): Promise<void> {
  const isUp = (worker: WorkerProcess) => worker.output().includes("worker started");
  await until(() => expect(workers.some(isUp)).toBe(true));
  const index = workers.findIndex(isUp);
  const [victim] = workers.splice(index, 1, gateway.startWorker({ LOG_LEVEL: "info" }));
  expect((await victim?.end("SIGKILL"))?.signal).toBe("SIGKILL");
}
