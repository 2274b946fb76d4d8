import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { until } from "@/lib/run/worker/testing/observe";
import { driveNetwork } from "@/lib/sending/sends/drive-network";
import type { Engine } from "@/lib/sending/sends/engine";
import type { Send } from "@/lib/sending/sends/send";
import { sendOwner, setSendOwner } from "@/lib/sending/sends/send-owner";
import { resumeSends, stopSends } from "@/lib/sending/sends/stop-sends";
import {
  driveUntilDone,
  expectSettledBooks,
  openSendRig,
  type SendRig,
  step,
} from "@/lib/sending/sends/testing/send-rig";
import { createSend, ownSends, sendRow } from "@/lib/sending/sends/testing/test-owner";

/** The kill switch and transactions that are already signed. */

const GWEI = 10n ** 9n;
const ROUNDS = 4;

let rig: SendRig;
let engine: Engine;

beforeAll(async () => {
  rig = await openSendRig();
  ownSends();
});
beforeEach(async () => {
  // Nothing is rebroadcast within a test, so that each broadcast can be counted.
  engine = await rig.engine({ rebroadcastMs: 600_000, replaceMs: 300, estimateMs: 0 });
  rig.chain.proxy.calls.length = 0;
});
afterAll(() => rig?.stop());

const stop = (scope: string) => stopSends({ scope, reason: "a drill", actorId: null });
const resume = (scope: string) => resumeSends({ scope, actorId: null });

/** Returns what was broadcast to the node since the test began. */
function handed(): unknown[] {
  const calls = rig.chain.proxy.calls.filter(({ method }) => method === "eth_sendRawTransaction");
  return calls.map(({ params }) => params[0]);
}

async function bytesOf({ id }: Send, version: number): Promise<string> {
  const found = (await sendRow(id)).outgoing?.versions.find((candidate) => candidate.version === version);
  if (found === undefined) throw new Error(`there is no version ${version}`);
  return `0x${Buffer.from(found.raw).toString("hex")}`;
}

/**
 * Runs a step of a worker that ends as soon as it has signed something: the transaction is
 * committed, and no node has the bytes.
 */
async function stepAndEndAfterSigning(): Promise<void> {
  const ending = new AbortController();
  const owner = sendOwner("withdrawal");
  setSendOwner("withdrawal", {
    ...owner,
    async signed(...told) {
      await owner.signed(...told);
      ending.abort(new Error("the worker ends"));
    },
  });
  try {
    await driveNetwork(engine, ending.signal);
  } catch (error) {
    if (!ending.signal.aborted) throw error;
  } finally {
    setSendOwner("withdrawal", owner);
  }
}

/** Runs steps of a newly started worker, and of one that has run for a while. */
async function stepOften(): Promise<void> {
  const fresh = await rig.engine({ rebroadcastMs: 1, replaceMs: 600_000 });
  for (let round = 1; round <= ROUNDS; round += 1) for (const one of [fresh, engine]) await step(one);
}

async function mineAt(baseFee: bigint): Promise<void> {
  await rig.chain.anvil.rpc("anvil_setNextBlockBaseFeePerGas", [`0x${baseFee.toString(16)}`]);
  await rig.chain.mine(1);
}

async function expectArrived(send: Send): Promise<void> {
  expect((await sendRow(send.id)).status).toBe("confirmed");
  expect((await rig.onChain(send.toAddress, "USDT")).toFixed()).toBe("10");
}

test.each(["eth", "all"])(
  "signed before a stop of %s and not broadcast, it reaches no node; after resuming, the same bytes are broadcast once",
  async (scope) => {
    const send = await createSend();
    await stepAndEndAfterSigning();
    const bytes = await bytesOf(send, 1);
    await stop(scope);
    await stepOften();
    expect(handed()).toEqual([]);
    expect(await sendRow(send.id)).toMatchObject({
      status: "sending",
      outgoing: { status: "signed", broadcastCount: 0 },
    });
    await resume(scope);
    await driveUntilDone(engine);
    expect(handed()).toEqual([bytes]);
    await expectArrived(send);
    await expectSettledBooks(rig);
  },
);

test("a broadcast in progress is not cancelled and is followed to its end; the next one of the same step is not started", async () => {
  const [first, second] = [await createSend(), await createSend()];
  const moments = { begin: () => {}, answer: () => {} };
  const begun = new Promise<void>((resolve) => Object.assign(moments, { begin: resolve }));
  const answered = new Promise<void>((resolve) => Object.assign(moments, { answer: resolve }));
  const { driver } = engine;
  const slow: Engine = {
    ...engine,
    driver: {
      ...driver,
      async broadcast(...handing) {
        const outcome = await driver.broadcast(...handing);
        moments.begin();
        await answered;
        return outcome;
      },
    },
  };
  const stepping = driveNetwork(slow, AbortSignal.timeout(60_000));
  await begun;
  await until(async () => {
    for (const { id } of [first, second]) expect((await sendRow(id)).status).toBe("sending");
  });
  // Does not wait for a node.
  await stop("eth");
  moments.answer();
  await stepping;
  const sent = handed();
  expect(sent).toHaveLength(1);
  await stepOften();
  expect(handed()).toEqual(sent);
  const [gone, kept] = sent[0] === (await bytesOf(first, 1)) ? [first, second] : [second, first];
  await until(async () => {
    await step(engine);
    await expectArrived(gone);
  });
  expect((await sendRow(kept.id)).outgoing).toMatchObject({ status: "signed", broadcastCount: 0 });
  await resume("eth");
  await driveUntilDone(engine);
  expect(handed()).toEqual([...sent, await bytesOf(kept, 1)]);
  await expectArrived(kept);
  await expectSettledBooks(rig);
});

test("what a node has dropped is not rebroadcast while the network is stopped; afterwards the same bytes are", async () => {
  await rig.chain.anvil.rpc("evm_setAutomine", [false]);
  const send = await createSend();
  await step(engine);
  const bytes = await bytesOf(send, 1);
  expect(handed()).toEqual([bytes]);
  await stop("eth");
  await rig.chain.anvil.rpc("anvil_dropTransaction", [(await sendRow(send.id)).outgoing?.versions[0]?.transactionId]);
  await stepOften();
  expect(handed()).toEqual([bytes]);
  await resume("eth");
  const eager = await rig.engine({ rebroadcastMs: 1, replaceMs: 600_000 });
  await until(async () => {
    await step(eager);
    expect(handed().length).toBeGreaterThan(1);
  });
  expect(new Set(handed())).toEqual(new Set([bytes]));
  await rig.chain.anvil.rpc("evm_setAutomine", [true]);
  await rig.chain.mine(1);
  await driveUntilDone(engine);
  await expectArrived(send);
  await expectSettledBooks(rig);
});

test("a replacement signed before a stop reaches no node until it is resumed, and is then broadcast once", async () => {
  await rig.chain.anvil.rpc("evm_setAutomine", [false]);
  await mineAt(GWEI);
  const send = await createSend();
  await step(engine);
  await mineAt(500n * GWEI);
  await until(async () => {
    await stepAndEndAfterSigning();
    expect((await sendRow(send.id)).outgoing?.version).toBe(2);
  });
  const second = await bytesOf(send, 2);
  await stop("eth");
  const before = handed();
  await stepOften();
  expect(handed()).toEqual(before);
  expect(before).not.toContain(second);
  await resume("eth");
  await step(engine);
  await mineAt(500n * GWEI);
  await rig.chain.anvil.rpc("evm_setAutomine", [true]);
  await driveUntilDone(engine);
  expect(handed().filter((bytes) => bytes === second)).toEqual([second]);
  expect(await sendRow(send.id)).toMatchObject({ outgoing: { version: 2, includedVersion: 2 } });
  await expectArrived(send);
  await expectSettledBooks(rig);
});
