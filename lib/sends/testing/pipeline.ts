import { expect } from "vitest";
import { database } from "@/lib/db";
import { driveUntilDone, expectSettledBooks, openSendRig } from "@/lib/sends/testing/send-rig";
import { orderSend, ownSends } from "@/lib/sends/testing/test-owner";

/** As many transactions of one account as may wait for a block at once: the setting's default. */
const IN_FLIGHT_MAX = 16;

/**
 * Queues sends on a network with blocks of a second and carries them out by one engine: nonces without gaps, as many in each block as
 * may be on their way, each destination paid once.
 */
export async function expectPipelined(count: number, withinMs: number): Promise<void> {
  const rig = await openSendRig({ flags: ["--block-time", "1"] });
  try {
    ownSends();
    const sends = await Promise.all(Array.from({ length: count }, () => orderSend({ amount: "1.5" })));
    const engine = await rig.engine();
    const startedAt = performance.now();
    await driveUntilDone(engine, withinMs);
    const tookMs = performance.now() - startedAt;
    process.stdout.write(`pipeline: ${count} sends in ${Math.round(tookMs)} ms\n`);
    expect(tookMs).toBeLessThan(withinMs);
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
  const perBlock = new Map<bigint | null, number>();
  for (const { blockHeight } of rows) perBlock.set(blockHeight, (perBlock.get(blockHeight) ?? 0) + 1);
  expect(Math.max(...perBlock.values())).toBeLessThanOrEqual(IN_FLIGHT_MAX);
  expect(perBlock.size).toBeLessThan(count / 2);
}
