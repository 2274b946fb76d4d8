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
import { countLockWaits } from "@/lib/testing/lock-waits";
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

  test("a payout that a miner included with a re-encoded signature is followed, settled and reported under its malleated id", async () => {
    await rig.fund([50_000_000n]);
    const capital = await database().journalEntry.count({ where: { kind: "capital.fund" } });
    const send = await order("0.1");
    await rig.step();
    const { raw, transactionId } = await firstVersion(send.id);
    const malleated = withFlippedSignature(raw);
    await station.mineOnly([malleated]);
    const { txid } = (await station.litecoind.rpc("decoderawtransaction", [malleated])) as { txid: string };
    expect(txid).not.toBe(transactionId);
    // Recognized as the gateway's before its change would be confirmed and booked.
    await steps();
    await settle();
    const { status, outgoing } = await sendRow(send.id);
    expect(status).toBe("confirmed");
    expect(outgoing).toMatchObject({ status: "settled", includedVersion: 2 });
    expect(outgoing?.versions.map((version) => [version.transactionId, version.aliasOf])).toEqual([
      [transactionId, null],
      [txid, 1],
    ]);
    // It is not found a second time.
    expect(await findOther(send.id)).toBeNull();
    expect(owner.recordedFor(send.purposeId)).toEqual([
      `signed ${transactionId}`,
      `signed ${txid}`,
      `confirmed ${txid}`,
    ]);
    expect(await listSendStops()).toEqual([]);
    // Its change, which the watcher took for the operator's capital before the id was known, is not
    // booked as such.
    expect(await database().journalEntry.count({ where: { kind: "capital.fund" } })).toBe(capital);
    await expectBooksLikeChain();
    const next = await order("0.3");
    await rig.step();
    await settle();
    expect((await sendRow(next.id)).status).toBe("confirmed");
    await expectBooksLikeChain();
  });

  test("change booked as capital before its transaction was known to be the gateway's is reversed", async () => {
    const send = await order("0.01");
    await rig.step();
    const { raw } = await firstVersion(send.id);
    await station.mineOnly([withFlippedSignature(raw)]);
    // The watcher is far ahead of an engine that could not query its node.
    await station.mine(CONFIRMATIONS);
    await rig.read();
    expect(await database().journalEntry.count({ where: { kind: "capital.fund-reverse" } })).toBe(0);
    await settle();
    expect((await sendRow(send.id)).status).toBe("confirmed");
    expect(await database().journalEntry.count({ where: { kind: "capital.fund-reverse" } })).toBe(1);
    await expectBooksLikeChain();
  });

  test("a settled payout that a reorganisation includes only under its malleated id is followed there", async () => {
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

  test("one that was included under its malleated id is not ended as dead, nor is any while blocks since signing are unsearched", async () => {
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
    // Each block is a part of its own, starting with those above the one that contains it.
    const [first, second] = [inSmallParts(rig.driver), inSmallParts(rig.anew())];
    expect(await end(send.id, first)).toBe("searching");
    // A worker that takes over from one that died knows nothing of its parts.
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

  test("change recorded as a deposit while its transaction is identified as the gateway's is not kept as a deposit", async () => {
    const send = await order("0.01");
    await rig.step();
    await station.mineOnly([withFlippedSignature((await firstVersion(send.id)).raw)]);
    const outgoing = await findOutgoing((await sendRow(send.id)).outgoingId ?? "");
    const malleated = await findOther(send.id);
    if (outgoing === null || malleated == null) throw new Error("it is in the chain");
    const { id: _id, ...like } = await database().deposit.findFirstOrThrow({ where: { networkCode: CODE } });
    const isWaiting = async (count: number) => expect(await countLockWaits()).toBeGreaterThanOrEqual(count);
    let writing: Promise<void> = Promise.resolve();
    let reading: Promise<void> = Promise.resolve();
    const undone = withTransaction(async (tx) => {
      // The same rows, which are never committed: recording the block waits for them after it has
      // looked up the id.
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

  test("a transaction that pays someone else from the same UTXOs still stops the network", async () => {
    const send = await order("0.02");
    await rig.step();
    const rival = await rivalOf(send.id, rig.externalAddress());
    await station.mineOnly([Buffer.from(rival).toString("hex")]);
    await settle();
    expect((await sendRow(send.id)).status).toBe("sending");
    expect((await listSendStops()).map(({ scope, kind }) => `${scope} ${kind}`)).toEqual([`${CODE} outcome`]);
    // No block since signing contains it under another id.
    expect(await end(send.id)).toBeNull();
    expect((await sendRow(send.id)).status).toBe("failed");
  });

  /**
   * Returns null when it was ended, otherwise the outcome, or the reason recorded for the operator.
   */
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

  /** Transactions in flight are looked up at every second step. */
  async function steps(): Promise<void> {
    for (let count = 0; count < 4; count += 1) await rig.step();
  }

  async function firstVersion(id: string) {
    const version = (await sendRow(id)).outgoing?.versions[0];
    if (version === undefined) throw new Error("nothing is signed");
    return version;
  }

  /** Spends the same UTXOs to another destination, as someone with the seed could. */
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
   * Expects a clean audit, nothing in flight, and exactly the gateway's UTXOs on the chain at the
   * hot address.
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
 * Replaces each signature with its equivalent counterpart, which nodes do not relay but blocks may
 * contain.
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
