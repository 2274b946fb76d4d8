import { expect } from "vitest";
import { database } from "@/lib/kernel/db";
import { until } from "@/lib/run/worker/testing/observe";
import {
  driveUntilDone,
  expectSettledBooks,
  openSendRig,
  type SendRig,
  step,
} from "@/lib/sending/sends/testing/send-rig";
import { createSend, ownSends } from "@/lib/sending/sends/testing/test-owner";

/** Maximum number of unconfirmed transactions per account: the setting's default. */
const IN_FLIGHT_MAX = 16;

/**
 * Queues sends and sends them with one engine, block by block: expects the maximum number in flight
 * before each block, gapless nonces, and one payment per destination.
 */
export async function expectPipelined(count: number): Promise<void> {
  const rig = await openSendRig();
  try {
    await rig.chain.anvil.rpc("evm_setAutomine", [false]);
    ownSends();
    const sends = await Promise.all(Array.from({ length: count }, () => createSend({ amount: "1.5" })));
    const engine = await rig.engine();
    for (let left = count; left > 0; left -= IN_FLIGHT_MAX) {
      await until(async () => {
        await step(engine);
        expect(await inMempool(rig)).toBe(Math.min(left, IN_FLIGHT_MAX));
      });
      // However long the block takes, no more are broadcast.
      await step(engine);
      expect(await inMempool(rig)).toBe(Math.min(left, IN_FLIGHT_MAX));
      await rig.chain.mine(1);
    }
    await driveUntilDone(engine);
    for (const { toAddress } of sends) expect((await rig.onChain(toAddress, "USDT")).toFixed()).toBe("1.5");
    await expectGaplessNonces(count);
    await expectSettledBooks(rig);
  } finally {
    await rig.stop();
  }
}

async function expectGaplessNonces(count: number): Promise<void> {
  const rows = await database().outgoingTransaction.findMany({ orderBy: { nonce: "asc" } });
  expect(rows.map(({ nonce }) => nonce)).toEqual(Array.from({ length: count }, (_, index) => BigInt(index)));
}

/** Returns how many transactions of the hot wallet wait for a block. */
async function inMempool({ chain, hotAddress }: SendRig): Promise<number> {
  const counts = await Promise.all(
    ["pending", "latest"].map((block) => chain.anvil.rpc("eth_getTransactionCount", [hotAddress, block])),
  );
  const [pending = 0, mined = 0] = counts.map(Number);
  return pending - mined;
}
