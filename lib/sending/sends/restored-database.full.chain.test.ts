import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { alarmsAbout, until } from "@/lib/run/worker/testing/observe";
import { acceptChainNonce } from "@/lib/sending/sends/accept-chain-nonce";
import { failSend } from "@/lib/sending/sends/fail-send";
import { listSendStops } from "@/lib/sending/sends/stop-sends";
import { driveUntilDone, openSendRig, type SendRig, step } from "@/lib/sending/sends/testing/send-rig";
import { createSend, ownSends, sendRow } from "@/lib/sending/sends/testing/test-owner";
import { createTestDatabase } from "@/lib/testing/database";

let rig: SendRig;

beforeAll(async () => {
  rig = await openSendRig();
  ownSends();
});
afterAll(() => rig?.stop());

const nameOf = (url: string) => new URL(url).pathname.slice(1);
const hotNonce = async () =>
  BigInt((await rig.chain.anvil.rpc("eth_getTransactionCount", [rig.hotAddress, "pending"])) as string);

/** Copies the whole database in its current state with PostgreSQL. */
async function backUp(): Promise<string> {
  await closeDatabase();
  return nameOf((await createTestDatabase(nameOf(env().DATABASE_URL))).url);
}

/** Replaces the database with the copy. */
async function restore(copy: string): Promise<void> {
  await closeDatabase();
  const current = nameOf(env().DATABASE_URL);
  const client = new pg.Client({ connectionString: inject("databaseServer").url });
  await client.connect();
  await client.query(`alter database ${current} rename to ${current}_lost`);
  await client.query(`alter database ${copy} rename to ${current}`);
  await client.end();
}

test("a database restored from an hour ago stops the network with an alarm, and pays nothing that was paid since", async () => {
  const before = await createSend();
  await driveUntilDone(await rig.engine());
  const queued = await createSend();
  const copy = await backUp();
  const since = await createSend();
  await driveUntilDone(await rig.engine());
  expect((await rig.onChain(queued.toAddress, "USDT")).toFixed()).toBe("10");
  const nonce = await hotNonce();
  await restore(copy);

  // A new process on the old database, which knows of one transaction, and of a send that was
  // carried out since.
  const engine = await rig.engine();
  expect((await sendRow(queued.id)).status).toBe("queued");
  await until(async () => {
    await step(engine);
    expect((await sendRow(queued.id)).waitReason).toBe("stopped");
  });
  const fresh = await createSend();
  for (let steps = 0; steps < 5; steps += 1) await step(engine);
  expect(await alarmsAbout("eth")).toEqual(["sends-stopped"]);
  expect(await listSendStops()).toMatchObject([{ scope: "eth", kind: "nonce", address: rig.hotAddress }]);
  expect(await hotNonce()).toBe(nonce);
  expect((await rig.onChain(fresh.toAddress, "USDT")).toFixed()).toBe("0");
  for (const { toAddress } of [before, queued, since]) {
    expect((await rig.onChain(toAddress, "USDT")).toFixed()).toBe("10");
  }

  // The operator has to end the sends that may be paid before accepting the chain's count.
  const order = { networkCode: "eth", address: rig.hotAddress, nonce, actorId: null };
  await expect(acceptChainNonce(order)).rejects.toThrow(/may already be paid/);
  await failSend({ sendId: queued.id, reason: "the chain shows that it was paid", actorId: null });
  await acceptChainNonce(order);
  await driveUntilDone(engine);
  expect((await rig.onChain(fresh.toAddress, "USDT")).toFixed()).toBe("10");
  expect((await rig.onChain(queued.toAddress, "USDT")).toFixed()).toBe("10");
  expect((await sendRow(fresh.id)).outgoing?.nonce).toBe(nonce);
  expect(await alarmsAbout("eth")).toEqual([]);
  expect(await database().auditEvent.count({ where: { action: "sends.accept-nonce" } })).toBe(1);
});
