import { secp256k1 } from "@noble/curves/secp256k1.js";
import { Script } from "@scure/btc-signer";
import { RawOldTx } from "@scure/btc-signer/script.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CoinStation, openCoinStation } from "@/lib/chains/bitcoin-like/testing/coin-station";
import { LITECOIND_REQUIREMENT } from "@/lib/chains/bitcoin-like/testing/litecoind";
import { database, withTransaction } from "@/lib/kernel/db";
import { fromBaseUnits } from "@/lib/kernel/money/base-units";
import { hotCustody, inFlightCustody } from "@/lib/ledger/account";
import { auditBooks } from "@/lib/ledger/audit-books";
import { findBalance } from "@/lib/ledger/holdings";
import { listSpendable } from "@/lib/money-in/deposits/coins-repo";
import { until } from "@/lib/run/worker/testing/observe";
import { failUnconfirmableSend } from "@/lib/sending/sends/fail-unconfirmable-send";
import { recordMalleated, searchOf } from "@/lib/sending/sends/follow-malleated";
import { stateOfCoins } from "@/lib/sending/sends/locate-ended";
import { toSigned, versionOf } from "@/lib/sending/sends/outgoing";
import { findOutgoing } from "@/lib/sending/sends/outgoing-repo";
import { consolidationSends } from "@/lib/sending/sends/queue-send";
import { sendOwner, setSendOwner } from "@/lib/sending/sends/send-owner";
import { listSendStops } from "@/lib/sending/sends/stop-sends";
import { type CoinChainSends, openCoinChainSends } from "@/lib/sending/sends/testing/coin-chain-sends";
import { createSend, ownSends, sendRow, type TestOwner } from "@/lib/sending/sends/testing/test-owner";
import { describeUnless } from "@/lib/testing/unless";

const CODE = "dash";
const COIN = "DASH";
const CONFIRMATIONS = 2;
const LIMIT_MS = 30_000;

describeUnless(LITECOIND_REQUIREMENT)("the engine on a chain whose ids commit to signatures", () => {
  let station: CoinStation;
  let rig: CoinChainSends;
  let owner: TestOwner;

  beforeAll(async () => {
    station = await openCoinStation();
    const { litecoind, pay, mine } = station;
    rig = await openCoinChainSends(CODE, CONFIRMATIONS, { url: litecoind.url, pay, mine });
    owner = ownSends();
    setSendOwner("consolidation", consolidationSends);
  });
  afterAll(async () => {
    await rig?.stop();
    await station?.stop();
  });

  test("a payout that a miner took with a signature written otherwise is followed, settled and told under its other id", async () => {
    await rig.fund([50_000_000n]);
    const capital = await database().journalEntry.count({ where: { kind: "capital.fund" } });
    const send = await order("0.1");
    await rig.step();
    const { raw, transactionId } = await firstVersion(send.id);
    const malleated = withFlippedSignature(raw);
    await station.mineOnly([malleated]);
    const { txid } = (await station.litecoind.rpc("decoderawtransaction", [malleated])) as { txid: string };
    expect(txid).not.toBe(transactionId);
    // Known for ours before its change would be deep enough to be booked.
    await steps();
    await settle();
    const { status, outgoing } = await sendRow(send.id);
    expect(status).toBe("confirmed");
    expect(outgoing).toMatchObject({ status: "settled", includedVersion: 2 });
    expect(outgoing?.versions.map((version) => [version.transactionId, version.aliasOf])).toEqual([
      [transactionId, null],
      [txid, 1],
    ]);
    // Nor is it found a second time.
    expect(await findOther(send.id)).toBeNull();
    expect(owner.recordedFor(send.purposeId)).toEqual([
      `signed ${transactionId}`,
      `signed ${txid}`,
      `confirmed ${txid}`,
    ]);
    expect(await listSendStops()).toEqual([]);
    // Its change is change: what the watcher took for the operator's money, before the id was
    // known, is not in the books.
    expect(await database().journalEntry.count({ where: { kind: "capital.fund" } })).toBe(capital);
    await expectBooksLikeChain();
    const next = await order("0.3");
    await rig.step();
    await settle();
    expect((await sendRow(next.id)).status).toBe("confirmed");
    await expectBooksLikeChain();
  });

  test("change that was booked as capital before its transaction was known to be ours is taken out of the books again", async () => {
    const send = await order("0.01");
    await rig.step();
    const { raw } = await firstVersion(send.id);
    await station.mineOnly([withFlippedSignature(raw)]);
    // The watcher is far ahead of an engine that could not ask its node.
    await station.mine(CONFIRMATIONS);
    await rig.read();
    expect(await database().journalEntry.count({ where: { kind: "capital.fund-reverse" } })).toBe(0);
    await settle();
    expect((await sendRow(send.id)).status).toBe("confirmed");
    expect(await database().journalEntry.count({ where: { kind: "capital.fund-reverse" } })).toBe(1);
    await expectBooksLikeChain();
  });

  test("one that had settled, and that a reorganisation brings under its other id only, is followed there", async () => {
    const moved: string[] = [];
    setSendOwner("withdrawal", {
      ...sendOwner("withdrawal"),
      moved: async (_tx, { purposeId }, id) => void moved.push(`${purposeId} ${id}`),
    });
    const send = await order("0.01");
    await rig.step();
    const { raw, transactionId } = await firstVersion(send.id);
    await settle();
    expect((await sendRow(send.id)).status).toBe("confirmed");
    const malleated = withFlippedSignature(raw);
    const { txid } = (await station.litecoind.rpc("decoderawtransaction", [malleated])) as { txid: string };
    await station.undo(CONFIRMATIONS);
    await station.mineOnly([malleated]);
    await settle();
    const { status, outgoing } = await sendRow(send.id);
    expect(status).toBe("confirmed");
    expect(outgoing).toMatchObject({ status: "settled", includedVersion: 2 });
    expect(outgoing?.versions.map((version) => [version.transactionId, version.aliasOf])).toEqual([
      [transactionId, null],
      [txid, 1],
    ]);
    expect(moved).toEqual([`${send.purposeId} ${txid}`]);
    expect(await listSendStops()).toEqual([]);
    expect(await database().alarm.findMany({ where: { subject: outgoing?.id ?? "", clearedAt: null } })).toEqual([]);
    await expectBooksLikeChain();
  });

  test("one that arrived under its other id is not ended as dead, nor is any while blocks since it was signed are not searched", async () => {
    const send = await order("0.01");
    await rig.step();
    const { raw } = await firstVersion(send.id);
    await station.mineOnly([withFlippedSignature(raw)]);
    await station.mine(CONFIRMATIONS);
    const pruned: typeof rig.driver = {
      ...rig.driver,
      findMalleatedByEach: async () => [
        { node: "pruned", head: null, answer: { kind: "unclear", reason: "it has forgotten them" }, error: null },
      ],
    };
    expect(await end(send.id, pruned)).toContain("could not search all blocks since it was signed");
    // Each block in a part of its own: those above the one that has it first.
    const [first, second] = [inSmallParts(rig.driver), inSmallParts(rig.anew())];
    expect(await end(send.id, first)).toBe("searching");
    // A worker that takes over from one that died in the middle knows nothing of its parts.
    for (let block = 0; block < CONFIRMATIONS; block += 1) expect(await end(send.id, second)).toBe("searching");
    for (let block = 1; block < CONFIRMATIONS; block += 1) expect(await end(send.id, first)).toBe("searching");
    expect((await sendRow(send.id)).outgoing?.versions).toHaveLength(1);
    for (const told of await Promise.all([end(send.id, first), end(send.id, second)])) {
      expect(told).toContain("it arrived under another id");
    }
    await settle();
    expect((await sendRow(send.id)).status).toBe("confirmed");
    expect(await heldAt(send.toAddress)).toBe("0.01");
    await expectBooksLikeChain();
  });

  test("change that is recorded as a deposit at the moment at which its transaction is found to be ours is none", async () => {
    const send = await order("0.01");
    await rig.step();
    await station.mineOnly([withFlippedSignature((await firstVersion(send.id)).raw)]);
    const outgoing = await findOutgoing((await sendRow(send.id)).outgoingId ?? "");
    const malleated = await findOther(send.id);
    if (outgoing === null || malleated == null) throw new Error("it is in the chain");
    const { id: _id, ...like } = await database().deposit.findFirstOrThrow({ where: { networkCode: CODE } });
    const isWaiting = async (count: number) => {
      // Of this database alone: others of the same server wait for locks of their own.
      const [row] = await database().$queryRaw<{ count: bigint }[]>`
        SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      expect(Number(row?.count)).toBeGreaterThanOrEqual(count);
    };
    let writing: Promise<void> = Promise.resolve();
    let reading: Promise<void> = Promise.resolve();
    const undone = withTransaction(async (tx) => {
      // The same rows, which are never there: whoever records the block waits at them, with the id
      // looked for already.
      for (const position of ["0", "1"]) {
        await tx.deposit.create({ data: { ...like, transactionId: malleated.transactionId, position } });
      }
      reading = rig.read();
      await until(() => isWaiting(1), LIMIT_MS);
      writing = recordMalleated(outgoing, malleated);
      await Promise.race([writing, until(() => isWaiting(2), LIMIT_MS)]);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    await Promise.all([reading, writing]);
    await settle();
    const deposits = await database().deposit.findMany({ where: { transactionId: malleated.transactionId } });
    expect(deposits.map(({ status }) => status)).toEqual(["vanished"]);
    await expectBooksLikeChain();
  });

  test("a transaction that pays somebody else with the same coins stops the network all the same", async () => {
    const send = await order("0.02");
    await rig.step();
    const rival = await rivalOf(send.id, rig.externalAddress());
    await station.mineOnly([Buffer.from(rival).toString("hex")]);
    await settle();
    expect((await sendRow(send.id)).status).toBe("sending");
    expect((await listSendStops()).map(({ scope, kind }) => `${scope} ${kind}`)).toEqual([`${CODE} outcome`]);
    // No other id of it is in any block since it was signed.
    expect(await end(send.id)).toBeNull();
    expect((await sendRow(send.id)).status).toBe("failed");
  });

  /** Null when it was ended, otherwise what the operator is told, if there is an answer yet. */
  async function end(id: string, driver = rig.driver): Promise<string | null> {
    const outgoingId = (await sendRow(id)).outgoingId ?? "";
    const network = { code: CODE, confirmations: CONFIRMATIONS, isSandbox: true, nativeCurrency: COIN };
    const signal = AbortSignal.timeout(LIMIT_MS);
    const outcome = await failUnconfirmableSend(driver, network, { outgoingId, actorId: null }, signal);
    if (outcome !== "refused") return outcome === "ended" ? null : outcome;
    const where = { target: outgoingId, action: "send.end-dead-refused" };
    const { detail } = await database().auditEvent.findFirstOrThrow({ where, orderBy: { id: "desc" } });
    return JSON.stringify(detail);
  }

  function inSmallParts(driver: typeof rig.driver): typeof rig.driver {
    const findMalleatedByEach: typeof driver.findMalleatedByEach = async (search, _, signal) =>
      (await driver.findMalleatedByEach?.(search, 0, signal)) ?? [];
    return { ...driver, findMalleatedByEach };
  }

  async function findOther(id: string) {
    const outgoing = await findOutgoing((await sendRow(id)).outgoingId ?? "");
    if (outgoing === null) throw new Error("nothing is signed");
    return await rig.driver.findMalleated?.(searchOf(outgoing), 50, AbortSignal.timeout(LIMIT_MS));
  }

  function order(amount: string) {
    return createSend({ networkCode: CODE, currencyCode: COIN, amount, toAddress: rig.externalAddress() });
  }

  async function settle(): Promise<void> {
    await station.mine(CONFIRMATIONS);
    await steps();
  }

  /** What is on its way is looked for at every second one. */
  async function steps(): Promise<void> {
    for (let count = 0; count < 4; count += 1) await rig.step();
  }

  async function firstVersion(id: string) {
    const version = (await sendRow(id)).outgoing?.versions[0];
    if (version === undefined) throw new Error("nothing is signed");
    return version;
  }

  /** The same coins, signed for another destination, as whoever has the seed could. */
  async function rivalOf(id: string, to: string): Promise<Uint8Array> {
    const outgoing = await findOutgoing((await sendRow(id)).outgoingId ?? "");
    if (outgoing === null) throw new Error("nothing is signed");
    const { spends } = toSigned(outgoing, versionOf(outgoing, 1));
    if (spends.kind !== "coins") throw new Error("it spends coins");
    const source = { kind: "coins", candidates: spends.coins, required: spends.coins, changeAddress: to } as const;
    const outputs = [{ to: { address: to, memo: null }, asset: { kind: "native" as const }, units: 1_000_000n }];
    const signal = AbortSignal.timeout(LIMIT_MS);
    const request = { source, outputs };
    const fee = await rig.driver.estimateFee({ request, priority: "high", replaces: null }, signal);
    const unsigned = await rig.driver.prepareTransfer(request, fee, signal);
    const sign = await rig.engine.findSigner(rig.hotAddress);
    return (await rig.driver.assemble(unsigned, sign(unsigned.signingRequests))).raw;
  }

  async function heldAt(address: string): Promise<string> {
    const units = await rig.driver.balanceOf(address, { kind: "native" }, null, AbortSignal.timeout(LIMIT_MS));
    return fromBaseUnits(units, 8).toFixed();
  }

  /**
   * The audit finds nothing, nothing is in flight, and the chain holds each coin of ours, and no
   * other at the hot address.
   */
  async function expectBooksLikeChain(): Promise<void> {
    expect((await auditBooks()).differences).toEqual([]);
    expect((await findBalance(inFlightCustody(CODE, COIN))).toFixed()).toBe("0");
    const coins = await listSpendable(CODE, 10_000);
    expect(await stateOfCoins(rig.driver, coins, 1, AbortSignal.timeout(LIMIT_MS))).toBe("unspent");
    expect(await heldAt(rig.hotAddress)).toBe((await findBalance(hotCustody(CODE, COIN))).toFixed());
  }
});

/**
 * The other of the two signatures that each one stands for: nodes do not pass it on, and blocks may
 * hold it.
 */
function withFlippedSignature(raw: Uint8Array): string {
  const fields = RawOldTx.decode(raw);
  const inputs = fields.inputs.map((input) => {
    const [proof, publicKey] = Script.decode(input.finalScriptSig);
    if (!(proof instanceof Uint8Array) || !(publicKey instanceof Uint8Array)) throw new Error("no signature and key");
    const { r, s } = secp256k1.Signature.fromBytes(proof.subarray(0, -1), "der");
    const flipped = new secp256k1.Signature(r, secp256k1.Point.Fn.ORDER - s).toBytes("der");
    const finalScriptSig = Script.encode([Uint8Array.from([...flipped, proof.at(-1) ?? 0]), publicKey]);
    return { ...input, finalScriptSig };
  });
  return Buffer.from(RawOldTx.encode({ ...fields, inputs })).toString("hex");
}
