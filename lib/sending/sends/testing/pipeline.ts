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

/** As many transactions of one account as may wait for a block at once: the setting's default. */
const IN_FLIGHT_MAX = 16;

/**
 * Queues sends and carries them out by one engine, block by block: before each block as many go out
 * as may be on their way, nonces have no gaps, each destination is paid once.
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
      // However long the block takes, no more go out.
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

/** How many transactions of the hot wallet wait for a block. */
async function inMempool({ chain, hotAddress }: SendRig): Promise<number> {
  const counts = await Promise.all(
    ["pending", "latest"].map((block) => chain.anvil.rpc("eth_getTransactionCount", [hotAddress, block])),
  );
  const [pending = 0, mined = 0] = counts.map(Number);
  return pending - mined;
}
