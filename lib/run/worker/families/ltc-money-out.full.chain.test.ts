import { afterAll, beforeAll, expect, test } from "vitest";
import { startCoinProxy } from "@/lib/chains/bitcoin-like/testing/rpc-proxy";
import { sandboxChainRequirement } from "@/lib/run/worker/testing/chains/sandbox-chain";
import {
  expectPaidOnce,
  expectPaidOnceInSpiteOf,
  expectSharedWork,
  openPayoutRig,
  type PayoutRig,
} from "@/lib/run/worker/testing/family-money-out";
import { sendOf } from "@/lib/run/worker/testing/observe";
import { killAtEach, startDoomed } from "@/lib/sending/sends/testing/worker-relay";
import { describeUnless } from "@/lib/testing/unless";

const LIMIT_MS = 300_000;
/** Every other moment is in ltc-money-out.long.test.ts: each death is a start of a worker. */
const TELLING_DEATHS = ["send:signed", "send:broadcast"] as const;

describeUnless(sandboxChainRequirement("ltc"))("payouts on Litecoin", () => {
  let rig: PayoutRig;

  beforeAll(async () => {
    rig = await openPayoutRig("ltc");
  }, LIMIT_MS);
  afterAll(() => rig?.stop());

  test(
    "one arrives exactly once when its workers die with bytes that nobody has, and with bytes that a node has",
    () => expectPaidOnceInSpiteOf(rig, TELLING_DEATHS),
    LIMIT_MS,
  );

  test(
    "one whose replacement is signed by a worker that dies before anybody has it arrives once",
    async () => {
      const proxy = await startCoinProxy(rig.chain.workerUrl);
      try {
        const first = startDoomed(rig.gateway, "send:signed");
        const payouts = await rig.payOut();
        await killAtEach(rig.gateway, ["send:signed"], { first });
        // To the next one the node is dear, and takes nothing.
        proxy.intercept(({ method }) => {
          if (method === "estimatesmartfee") return { kind: "answer", result: { feerate: 0.001, blocks: 2 } };
          return method === "sendrawtransaction" ? { kind: "plain", text: "Work queue depth exceeded" } : null;
        });
        const settings = { NODE_URLS_LTC: proxy.url, SENDS_REPLACE_AFTER_S: "1", CRASH_POINT: "send:replaced" };
        await killAtEach(rig.gateway, ["send:replaced"], { first: rig.gateway.startWorker(settings) });
        const last = rig.gateway.startWorker();
        await expectPaidOnce(rig.chain, payouts);
        await last.end("SIGTERM");
        for (const { id } of payouts)
          expect((await sendOf(id)).outgoing).toMatchObject({ version: 2, includedVersion: 2 });
      } finally {
        await proxy.stop();
      }
    },
    LIMIT_MS,
  );

  test("two workers at once pay each once, while the node is started anew", () => expectSharedWork(rig, 2), LIMIT_MS);
});
