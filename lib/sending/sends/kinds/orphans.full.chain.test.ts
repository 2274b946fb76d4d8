import { afterAll, beforeAll, expect, test } from "vitest";
import { scriptOfAddress } from "@/lib/chains/bitcoin-like/building/script-of";
import { type CoinStation, openCoinStation } from "@/lib/chains/bitcoin-like/testing/coin-station";
import { LITECOIND_REQUIREMENT } from "@/lib/chains/bitcoin-like/testing/litecoind";
import { database } from "@/lib/kernel/db";
import { fromBaseUnits } from "@/lib/kernel/money/base-units";
import { hotCustody, inFlightCustody } from "@/lib/ledger/account";
import { auditBooks } from "@/lib/ledger/audit-books";
import { findBalance } from "@/lib/ledger/holdings";
import { listSendStops } from "@/lib/sending/sends/stop-sends";
import { type CoinChainSends, openCoinChainSends } from "@/lib/sending/sends/testing/coin-chain-sends";
import { createSend, ownSends, sendRow, type TestOwner } from "@/lib/sending/sends/testing/test-owner";
import { describeUnless } from "@/lib/testing/unless";

const CODE = "dash";
const COIN = "DASH";
const CONFIRMATIONS = 3;
const PAID = 50_000_000n;
const LIMIT_MS = 30_000;
/** A height that no chain reaches. */
const LOCKED = 1_000_000n;

describeUnless(LITECOIND_REQUIREMENT)("payouts whose coins a double spend took back", () => {
  let station: CoinStation;
  let rig: CoinChainSends;
  let owner: TestOwner;

  beforeAll(async () => {
    station = await openCoinStation();
    const { litecoind, pay, mine } = station;
    rig = await openCoinChainSends(CODE, CONFIRMATIONS, { url: litecoind.url, pay, mine });
    owner = ownSends();
  });
  afterAll(async () => {
    await rig?.stop();
    await station?.stop();
  });

  test("wait until the rival is confirmed, and are then paid again, each once, from existing UTXOs", async () => {
    // Deep enough that no reorganisation of this test reaches it.
    await rig.fund([40_000_000n, 40_000_000n]);
    const scriptHex = scriptOfAddress(CODE, rig.hotAddress);
    const paid = station.sign([{ scriptHex, units: PAID }]);
    await station.litecoind.rpc("sendrawtransaction", [paid.raw]);
    await station.mine(CONFIRMATIONS);
    await rig.read();
    await database().coin.updateMany({ where: { transactionId: { not: paid.id } }, data: { lockedUntil: LOCKED } });

    const first = [await order("0.05"), await order("0.06")];
    await rig.step();
    await station.mine(1);
    await steps();
    const [parent = ""] = await transactionsOf(first[0]?.id);
    expect(await creatorsOf(parent)).toEqual([paid.id]);
    const second = await order("0.07");
    await steps();
    const [child = ""] = await transactionsOf(second.id);
    // It spends the change of the first, which has one confirmation.
    expect(await creatorsOf(child)).toEqual([parent]);

    expect(await database().coinOrigin.count({ where: { transactionId: paid.id } })).toBe(1);
    await station.undo(CONFIRMATIONS + 1);
    const rival = station.signRival(paid);
    await station.mineOnly([rival.raw]);
    // The height that was read before, with the rival one block short of being confirmed.
    await station.mine(CONFIRMATIONS - 2);
    await steps();
    for (const { id } of [...first, second]) expect((await sendRow(id)).status).toBe("sending");
    await database().coin.updateMany({ where: { lockedUntil: LOCKED }, data: { lockedUntil: null } });
    await station.mine(4);
    await steps();
    await station.mine(CONFIRMATIONS);
    await steps();
    for (const { id, toAddress, amount, purposeId } of [...first, second]) {
      expect((await sendRow(id)).status).toBe("confirmed");
      expect(await heldAt(toAddress)).toBe(amount.toFixed());
      expect(owner.recordedFor(purposeId).map((line) => line.split(" ")[0])).toEqual(["signed", "signed", "confirmed"]);
    }
    expect(await database().expiredSend.count()).toBe(3);
    expect(await listSendStops()).toEqual([]);
    expect(await database().alarm.findMany({ where: { kind: { startsWith: "send" }, clearedAt: null } })).toEqual([]);
    expect((await auditBooks()).differences).toEqual([]);
    expect((await findBalance(inFlightCustody(CODE, COIN))).toFixed()).toBe("0");
    expect(await heldAt(rig.hotAddress)).toBe((await findBalance(hotCustody(CODE, COIN))).toFixed());
  });

  const order = (amount: string) =>
    createSend({ networkCode: CODE, currencyCode: COIN, amount, toAddress: rig.externalAddress() });

  /** Transactions in flight are looked up at every second step. */
  async function steps(): Promise<void> {
    for (let count = 0; count < 6; count += 1) await rig.step();
  }

  async function transactionsOf(id: string | undefined): Promise<string[]> {
    const { outgoing } = await sendRow(id ?? "");
    return outgoing?.versions.map(({ transactionId }) => transactionId) ?? [];
  }

  /** Returns the transactions that created the inputs of one of the gateway's transactions. */
  async function creatorsOf(transactionId: string): Promise<string[]> {
    const where = { outgoing: { versions: { some: { transactionId } } } };
    return (await database().coin.findMany({ where })).map((coin) => coin.transactionId);
  }

  async function heldAt(address: string): Promise<string> {
    const units = await rig.driver.balanceOf(address, { kind: "native" }, null, AbortSignal.timeout(LIMIT_MS));
    return fromBaseUnits(units, 8).toFixed();
  }
});
