import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, withTransaction } from "@/lib/kernel/db";
import { syncCatalog } from "@/lib/pricing/catalog/sync-catalog";
import { shareStopLock } from "@/lib/sending/sends/accounts-repo";
import { broadcastOne, type ToBroadcast } from "@/lib/sending/sends/broadcast-sends";
import type { Engine } from "@/lib/sending/sends/engine";
import { listSendStops, resumeSends, stopSends } from "@/lib/sending/sends/stop-sends";

beforeAll(() => withTransaction(syncCatalog));
afterAll(closeDatabase);

const stop = (scope: string) => stopSends({ scope, reason: "a drill", actorId: null });

test("a stop, of one network or of all, returns only after a signature in progress has ended", async () => {
  for (const scope of ["eth", "all"]) {
    const order: string[] = [];
    let stopping = Promise.resolve();
    await withTransaction(async (tx) => {
      await shareStopLock(tx, "eth");
      stopping = stop(scope).then(() => void order.push("stopped"));
      // A stop of another network does not wait, which proves that this one has had enough time.
      await stop("polygon");
      order.push("signed");
    });
    await stopping;
    expect(order).toEqual(["signed", "stopped"]);
    await resumeSends({ scope, actorId: null });
    await resumeSends({ scope: "polygon", actorId: null });
  }
  expect(await listSendStops()).toEqual([]);
});

test("nothing is broadcast while the network is stopped", async () => {
  let handed = 0;
  const driver = {
    broadcast: async () => {
      handed += 1;
    },
  };
  const engine = { networkCode: "eth", driver } as unknown as Engine;
  const item = { outgoingId: "-", lead: {}, signed: {} } as unknown as ToBroadcast;
  await stop("eth");
  expect(await broadcastOne(engine, item, AbortSignal.timeout(60_000))).toBe(false);
  await resumeSends({ scope: "eth", actorId: null });
  expect(await broadcastOne(engine, item, AbortSignal.timeout(60_000))).toBe(true);
  expect(handed).toBe(1);
});
