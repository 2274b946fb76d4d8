import { afterAll, beforeAll, expect, test } from "vitest";
import type { ChainDriver } from "@/lib/chains/driver";
import { ChainUnavailableError, TransactionRefusedError } from "@/lib/chains/errors";
import type { TransferRequest } from "@/lib/chains/spending";
import { database } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import type { Engine } from "@/lib/sending/sends/engine";
import type { Send } from "@/lib/sending/sends/send";
import { listDiscrepancies, openScriptedSends, type ScriptedSends } from "@/lib/sending/sends/testing/scripted-sends";
import { createSend, ownSends, sendRow } from "@/lib/sending/sends/testing/test-owner";

let rig: ScriptedSends;
let engine: Engine;

beforeAll(async () => {
  rig = await openScriptedSends("coins");
  ownSends();
  engine = rig.engine();
  rig.pay(rig.hotAddress, "10");
  await rig.step(engine);
});
afterAll(() => rig?.stop());

type Terms = { readonly amount?: string; readonly feeExpected?: string };

function order({ amount = "0.1", feeExpected }: Terms = {}): Promise<Send> {
  const more = feeExpected === undefined ? {} : { feeExpected: decimal(feeExpected) };
  return createSend({
    networkCode: rig.network,
    currencyCode: rig.coin,
    amount,
    toAddress: rig.externalAddress(),
    ...more,
  });
}

/**
 * A driver that refuses outputs below this amount, as real ones refuse dust, when estimating and
 * when building.
 */
function refusingBelow(units: bigint): ChainDriver {
  const refuse = ({ outputs }: TransferRequest) => {
    if (outputs.some((output) => output.units < units)) throw new TransactionRefusedError("invalid", "it is dust");
  };
  return {
    ...engine.driver,
    async estimateFee(input, signal) {
      refuse(input.request);
      return engine.driver.estimateFee(input, signal);
    },
    async prepareTransfer(request, fee, signal) {
      refuse(request);
      return engine.driver.prepareTransfer(request, fee, signal);
    },
  };
}

async function together(sends: readonly Send[]): Promise<number> {
  const rows = await Promise.all(sends.map(({ id }) => sendRow(id)));
  expect(rows.map(({ status }) => status)).toEqual(sends.map(() => "sending"));
  return new Set(rows.map(({ outgoingId }) => outgoingId)).size;
}

async function settle(): Promise<void> {
  rig.chain.mine(1);
  for (let count = 0; count < 3; count += 1) await rig.step(engine);
}

test("the unpayable sends of a batch are identified, and the others share one transaction in the same step", async () => {
  const good = [await order(), await order(), await order()];
  const bad = [await order({ amount: "0.00000001" }), await order({ amount: "0.00000002" })];
  good.push(await order(), await order());
  await rig.step({ ...engine, driver: refusingBelow(3n) });
  expect(await together(good)).toBe(1);
  for (const { id } of bad) {
    expect(await sendRow(id)).toMatchObject({ status: "queued", waitReason: "refused" });
  }
  await database().send.updateMany({ where: { id: { in: bad.map(({ id }) => id) } }, data: { status: "cancelled" } });
  await settle();
  expect(await listDiscrepancies(rig)).toEqual([]);
});

test("a send whose quote does not cover its share of the fee waits, and the others share one transaction", async () => {
  const good = [await order({ feeExpected: "1" }), await order(), await order({ feeExpected: "1" })];
  const poor = await order({ feeExpected: "0.00000001" });
  await rig.step(engine);
  expect(await together(good)).toBe(1);
  expect(await sendRow(poor.id)).toMatchObject({ status: "queued", waitReason: "fee" });
  await database().send.update({ where: { id: poor.id }, data: { status: "cancelled" } });
  await settle();
});

test("while no node responds, no send counts a refusal, and no queries are made per send", async () => {
  const sends = [await order(), await order(), await order(), await order()];
  let asked = 0;
  const estimateFee = async () => {
    asked += 1;
    throw new ChainUnavailableError("no node answers");
  };
  await rig.step({ ...engine, driver: { ...engine.driver, estimateFee } });
  expect(asked).toBeLessThanOrEqual(3);
  for (const { id } of sends) expect(await sendRow(id)).toMatchObject({ status: "queued", refusalCount: 0 });
  await database().send.updateMany({ data: { nextTryAt: new Date(0) }, where: { status: "queued" } });
  await rig.step(engine);
  expect(await together(sends)).toBe(1);
  await settle();
  expect(await listDiscrepancies(rig)).toEqual([]);
});
