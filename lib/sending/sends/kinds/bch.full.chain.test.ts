import { afterAll, beforeAll, expect, test } from "vitest";
import { type BchFront, startBchFront } from "@/lib/chains/bitcoin-like/testing/bch-front";
import { database } from "@/lib/kernel/db";
import { fromBaseUnits } from "@/lib/kernel/money/base-units";
import { hotCustody, inFlightCustody } from "@/lib/ledger/account";
import { auditBooks } from "@/lib/ledger/audit-books";
import { findBalance } from "@/lib/ledger/holdings";
import { consolidationSends } from "@/lib/sending/sends/queue-send";
import { setSendOwner } from "@/lib/sending/sends/send-owner";
import { type CoinChainSends, openCoinChainSends } from "@/lib/sending/sends/testing/coin-chain-sends";
import { createSend, ownSends, sendRow } from "@/lib/sending/sends/testing/test-owner";

const CODE = "bch";
const COIN = "BCH";
const CONFIRMATIONS = 2;
const LIMIT_MS = 30_000;
const SCRIPT_HASH_ADDRESS = "bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq";

let front: BchFront;
let rig: CoinChainSends;

beforeAll(async () => {
  front = await startBchFront();
  const { chain, url } = front;
  rig = await openCoinChainSends(CODE, CONFIRMATIONS, {
    url,
    pay: async (payments) => chain.issue(payments),
    mine: async (blocks) => chain.mine(blocks),
  });
  ownSends();
  setSendOwner("consolidation", consolidationSends);
});
afterAll(async () => {
  await rig?.stop();
  await front?.stop();
});

const order = (amount: string, toAddress = rig.externalAddress()) =>
  createSend({ networkCode: CODE, currencyCode: COIN, amount, toAddress });

async function settle(): Promise<void> {
  front.chain.mine(CONFIRMATIONS);
  for (let count = 0; count < 4; count += 1) await rig.step();
}

async function heldAt(address: string): Promise<string> {
  const units = await rig.driver.balanceOf(address, { kind: "native" }, null, AbortSignal.timeout(LIMIT_MS));
  return fromBaseUnits(units, 8).toFixed();
}

async function expectBooksLikeChain(): Promise<void> {
  expect((await auditBooks()).differences).toEqual([]);
  expect((await findBalance(inFlightCustody(CODE, COIN))).toFixed()).toBe("0");
  expect(await heldAt(rig.hotAddress)).toBe((await findBalance(hotCustody(CODE, COIN))).toFixed());
}

test("payouts built and signed by the engine pass the network's own rules, arrive, and are booked", async () => {
  await rig.fund([30_000_000n, 50_000_000n, 70_000_000n]);
  const sends = [await order("0.9"), await order("0.25"), await order("0.05", SCRIPT_HASH_ADDRESS)];
  await rig.step();
  const rows = await Promise.all(sends.map(({ id }) => sendRow(id)));
  expect(new Set(rows.map(({ outgoingId }) => outgoingId)).size).toBe(1);
  expect(front.chain.waiting()).toEqual([rows[0]?.outgoing?.versions[0]?.transactionId]);
  await settle();
  for (const { id, toAddress, amount } of sends) {
    expect((await sendRow(id)).status).toBe("confirmed");
    expect(await heldAt(toAddress)).toBe(amount.toFixed());
  }
  await expectBooksLikeChain();
  const next = await order("0.2");
  await rig.step();
  await settle();
  expect((await sendRow(next.id)).status).toBe("confirmed");
  await expectBooksLikeChain();
});

test("a changed amount or a signature for another chain is refused, as by real nodes", async () => {
  const send = await order("0.01");
  const before = front.chain.waiting();
  // No node has it yet.
  const silent = { ...rig.driver, broadcast: async () => "accepted" as const };
  await rig.stepWith(silent);
  const version = (await sendRow(send.id)).outgoing?.versions[0];
  const raw = Uint8Array.from(version?.raw ?? []);
  expect(front.chain.waiting()).toEqual(before);
  const changed = Buffer.from(raw);
  // Subtracts one unit from the last output: its amount precedes its script of 25 bytes and the
  // lock time.
  const place = changed.length - 4 - 26 - 8;
  changed.writeBigUInt64LE(changed.readBigUInt64LE(place) - 1n, place);
  expect(() => front.chain.submit(changed.toString("hex"))).toThrow(/script-verify/);
  const unmarked = Buffer.from(raw)
    .toString("hex")
    .replace(/41(21[0-9a-f]{66})/, "01$1");
  expect(unmarked).not.toBe(Buffer.from(raw).toString("hex"));
  expect(() => front.chain.submit(unmarked)).toThrow(/script-verify/);
  await rig.step();
  await settle();
  expect((await sendRow(send.id)).status).toBe("confirmed");
  await expectBooksLikeChain();
});

test("many small UTXOs are consolidated into one", async () => {
  await rig.fund(Array.from({ length: 110 }, () => 20_000n));
  await rig.step();
  await settle();
  const rows = await database().send.findMany({ where: { purpose: "consolidation" } });
  expect(rows.map(({ status }) => status)).toEqual(["confirmed"]);
  await expectBooksLikeChain();
});
