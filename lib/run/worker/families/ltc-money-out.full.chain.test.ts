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
/**
 * The other crash points are in ltc-money-out.long.test.ts: each crash costs the start of a worker.
 */
const TELLING_DEATHS = ["send:signed", "send:broadcast"] as const;

describeUnless(sandboxChainRequirement("ltc"))("payouts on Litecoin", () => {
  let rig: PayoutRig;

  beforeAll(async () => {
    rig = await openPayoutRig("ltc");
  }, LIMIT_MS);
  afterAll(() => rig?.stop());

  test(
    "one arrives exactly once when its workers die after signing and after broadcasting",
    () => expectPaidOnceInSpiteOf(rig, TELLING_DEATHS),
    LIMIT_MS,
  );

  test(
    "one arrives once when the worker that signed its replacement dies before broadcasting it",
    async () => {
      const proxy = await startCoinProxy(rig.chain.workerUrl);
      try {
        const first = startDoomed(rig.gateway, "send:signed");
        const payouts = await rig.payOut();
        await killAtEach(rig.gateway, ["send:signed"], { first });
        // To the next worker the node reports high fees, and rejects everything.
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

  test("two concurrent workers pay each once while the node restarts", () => expectSharedWork(rig, 2), LIMIT_MS);
});
