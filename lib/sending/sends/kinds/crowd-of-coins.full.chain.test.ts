import { afterAll, beforeAll, expect, test } from "vitest";
import { type CoinStation, openCoinStation } from "@/lib/chains/bitcoin-like/testing/coin-station";
import { LITECOIND_REQUIREMENT } from "@/lib/chains/bitcoin-like/testing/litecoind";
import { database } from "@/lib/kernel/db";
import { fromBaseUnits } from "@/lib/kernel/money/base-units";
import { hotCustody } from "@/lib/ledger/account";
import { auditBooks } from "@/lib/ledger/audit-books";
import { findBalance } from "@/lib/ledger/holdings";
import { listSpendable } from "@/lib/money-in/deposits/coins-repo";
import { stateOfCoins } from "@/lib/sending/sends/locate-ended";
import { consolidationSends } from "@/lib/sending/sends/queue-send";
import { setSendOwner } from "@/lib/sending/sends/send-owner";
import { type CoinChainSends, openCoinChainSends } from "@/lib/sending/sends/testing/coin-chain-sends";
import { createSend, ownSends, sendRow } from "@/lib/sending/sends/testing/test-owner";
import { describeUnless } from "@/lib/testing/unless";

const CODE = "dash";
const COIN = "DASH";
const CONFIRMATIONS = 2;
/** More UTXOs than one transaction without a witness may spend (670), of this amount each. */
const CROWD = 700;
const EACH = 100_000n;
const LIMIT_MS = 30_000;

describeUnless(LITECOIND_REQUIREMENT)("the engine and more coins than one transaction may spend", () => {
  let station: CoinStation;
  let rig: CoinChainSends;

  beforeAll(async () => {
    station = await openCoinStation();
    const { litecoind, pay, mine } = station;
    rig = await openCoinChainSends(CODE, CONFIRMATIONS, { url: litecoind.url, pay, mine });
    ownSends();
    setSendOwner("consolidation", consolidationSends);
  });
  afterAll(async () => {
    await rig?.stop();
    await station?.stop();
  });

  test("a payout that needs more UTXOs than one transaction may spend is sent after a consolidation", async () => {
    await rig.fund(Array.from({ length: CROWD }, () => EACH));
    const send = await createSend({
      networkCode: CODE,
      currencyCode: COIN,
      amount: "0.69",
      toAddress: rig.externalAddress(),
    });
    await rig.step();
    expect(await sendRow(send.id)).toMatchObject({ status: "queued", waitReason: "funds" });
    const [joined, ...more] = await database().send.findMany({ where: { purpose: "consolidation" } });
    expect(more).toEqual([]);
    expect(joined?.status).toBe("sending");
    await settle();
    expect((await database().send.findUniqueOrThrow({ where: { id: joined?.id ?? "" } })).status).toBe("confirmed");
    await rig.step();
    await settle();
    expect((await sendRow(send.id)).status).toBe("confirmed");
    expect(await heldAt(send.toAddress)).toBe("0.69");
    expect((await auditBooks()).differences).toEqual([]);
    expect(await stateOfCoins(rig.driver, await listSpendable(CODE, 10_000), 1, AbortSignal.timeout(LIMIT_MS))).toBe(
      "unspent",
    );
    expect(await heldAt(rig.hotAddress)).toBe((await findBalance(hotCustody(CODE, COIN))).toFixed());
  });

  async function settle(): Promise<void> {
    await station.mine(CONFIRMATIONS);
    for (let count = 0; count < 4; count += 1) await rig.step();
  }

  async function heldAt(address: string): Promise<string> {
    const units = await rig.driver.balanceOf(address, { kind: "native" }, null, AbortSignal.timeout(LIMIT_MS));
    return fromBaseUnits(units, 8).toFixed();
  }
});
