import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { bookDifferences, openGateway, walletOf } from "@/lib/money-in/invoices/testing/gateway-rig";
import { fileOf, ordered, payoutsOf } from "@/lib/money-out/payout-batches/testing/batch-rig";
import { fundHot, newPayer } from "@/lib/money-out/payouts/testing/payout-rig";
import { bundleOnce } from "@/lib/run/worker/testing/bundle-once";
import { workerSettings } from "@/lib/run/worker/testing/settings";

const ROWS = 24;
/** Separate processes start slowly on a busy machine. */
const LIMIT_MS = 180_000;

beforeAll(async () => {
  await openGateway(1);
  await fundHot("bsc", "USDT", "100000");
});
afterAll(closeDatabase);

function startProcess(file: string, batchId: string): ChildProcess {
  const child = spawn(process.execPath, [file, batchId], { env: workerSettings({}), stdio: "ignore" });
  process.once("exit", () => child.kill("SIGKILL"));
  return child;
}

const madeOf = (batchId: string) => database().payoutBatchRow.count({ where: { batchId, payoutId: { not: null } } });

test(
  "a file whose workers, two at a time, are repeatedly killed midway pays every row exactly once",
  async () => {
    const payer = await newPayer({ USDT: "1000" });
    const batchId = await ordered(payer, fileOf(Array.from({ length: ROWS }, () => "1")));
    const file = await bundleOnce("submit-rows", {
      entryPoints: ["lib/money-out/payout-batches/testing/submit-rows-main.ts"],
    });
    for (const until of [4, 10]) {
      const workers = [startProcess(file, batchId), startProcess(file, batchId)];
      const ends = workers.map((worker) => once(worker, "exit"));
      await vi.waitFor(async () => expect(await madeOf(batchId)).toBeGreaterThanOrEqual(until), LIMIT_MS);
      for (const worker of workers) worker.kill("SIGKILL");
      await Promise.all(ends);
      expect(await madeOf(batchId)).toBeLessThan(ROWS);
    }
    const last = startProcess(file, batchId);
    expect(await once(last, "exit")).toEqual([0, null]);

    const payouts = await payoutsOf(payer.merchantId);
    const rows = await database().payoutBatchRow.findMany({ where: { batchId } });
    expect(payouts).toHaveLength(ROWS);
    expect(rows.map(({ payoutId }) => payoutId).toSorted()).toEqual(payouts.map(({ id }) => id).toSorted());
    expect(rows.filter(({ refusal }) => refusal !== null)).toEqual([]);
    expect(await database().payoutBatch.findFirst({ where: { id: batchId } })).toMatchObject({ status: "done" });
    // 24 times 1 plus the fee of 0.1.
    expect(await walletOf(payer.merchantId)).toBe("973.6");
    expect(await bookDifferences()).toEqual([]);
  },
  LIMIT_MS,
);
