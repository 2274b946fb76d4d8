import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { inFlightCustody } from "@/lib/ledger/account";
import { shardFor } from "@/lib/ledger/post-entry";
import { openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import type { Found } from "@/lib/sending/sends/follow-sends";
import { leadOf } from "@/lib/sending/sends/outgoing";
import { sendOwner, setSendOwner } from "@/lib/sending/sends/send-owner";
import { foundIn, settleFound } from "@/lib/sending/sends/testing/simulated-chain";
import { createSend, ownSends } from "@/lib/sending/sends/testing/test-owner";
import { simulateSigned } from "@/lib/sending/sweeps/testing/simulated-sends";

const NATIVE = "BNB";
const LIMIT_MS = 240_000;
const MEETING_MS = 2_000;

beforeAll(async () => {
  await openGateway(1);
  ownSends();
});
afterAll(closeDatabase);

async function nextFound(): Promise<Found> {
  const fromAddress = `0x${randomBytes(20).toString("hex")}`;
  const { purposeId } = await createSend({
    purpose: "withdrawal",
    networkCode: "bsc",
    currencyCode: NATIVE,
    amount: "1",
    fromAddress,
  });
  const owner = sendOwner("withdrawal");
  await simulateSigned({ purpose: "withdrawal", owner, purposeId, native: NATIVE }, decimal("0.01"));
  const { outgoingId } = await database().send.findFirstOrThrow({ where: { purposeId } });
  return foundIn(outgoingId ?? "", { height: 900, hash: "0x0900", cost: decimal("0.004") });
}

/** Returns the in-flight balance rows that its owner's entry and the engine's entry post to. */
function rowsOf({ outgoing }: Found): readonly [number, number] {
  const inFlight = inFlightCustody("bsc", NATIVE);
  return [shardFor(inFlight, `send:${leadOf(outgoing).id}`), shardFor(inFlight, outgoing.id)];
}

/** Finds two ends of which each starts with the row that the other ends with. */
async function findCrossing(): Promise<readonly [Found, Found]> {
  const seen: Found[] = [];
  for (;;) {
    const one = await nextFound();
    const [own, engine] = rowsOf(one);
    const other = seen.find((earlier) => own !== engine && rowsOf(earlier).join() === [engine, own].join());
    if (other !== undefined) return [one, other];
    seen.push(one);
  }
}

/**
 * Settles other sends until entries of an owner and of the engine have posted to each of these
 * rows.
 */
async function openRows(rows: readonly number[]): Promise<void> {
  const closed = new Set(rows);
  while (closed.size > 0) {
    const found = await nextFound();
    expect(await settleFound(found)).toBe(true);
    for (const row of rowsOf(found)) closed.delete(row);
  }
}

async function countDeadlocks(): Promise<bigint> {
  await closeDatabase();
  const [row] = await database().$queryRaw<[{ deadlocks: bigint }]>`
    SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`;
  return row.deadlocks;
}

test(
  "two ends whose entries post to the same rows in opposite order run one after the other, without a deadlock",
  async () => {
    // A row that does not exist cannot be locked: each is posted to once before the two meet.
    const pair = await findCrossing();
    await openRows(pair.flatMap(rowsOf));
    const before = await countDeadlocks();
    const owner = sendOwner("withdrawal");
    let arrived = 0;
    setSendOwner("withdrawal", {
      ...owner,
      async confirmed(...told) {
        await owner.confirmed(...told);
        arrived += 1;
        // Between its two entries the first waits for the second, which must not get that far.
        const met = () => expect(arrived).toBeGreaterThan(1);
        await vi.waitFor(met, { timeout: MEETING_MS, interval: 20 }).catch(() => undefined);
      },
    });
    expect(await Promise.all(pair.map(settleFound))).toEqual([true, true]);
    expect(await countDeadlocks()).toBe(before);
    expect(arrived).toBe(2);
  },
  LIMIT_MS,
);
