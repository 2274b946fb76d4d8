import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { growKeyTree } from "@/lib/custody/key-tree";
import { database, withTransaction } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { depositsCustody, operatorCapital } from "@/lib/ledger/account";
import { leg, postEntry } from "@/lib/ledger/post-entry";
import { until } from "@/lib/run/worker/testing/observe";
import type { Engine } from "@/lib/sending/sends/engine";
import { openSendRig, type SendRig, step } from "@/lib/sending/sends/testing/send-rig";
import { createSend, ownSends, sendRow } from "@/lib/sending/sends/testing/test-owner";

/** The rig's mnemonic: a published test vector. */
const MNEMONIC = "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about";
const CROWD = 200;
const GAS = 10n ** 17n;

let rig: SendRig;
let engine: Engine;

beforeAll(async () => {
  rig = await openSendRig();
  ownSends();
  engine = await rig.engine();
});
afterAll(() => rig?.stop());

/** Creates a deposit address with funds on the chain and in the books. */
async function newDepositAddress(): Promise<string> {
  const address = growKeyTree(MNEMONIC).addressOf({ family: "evm", role: "deposit", index: 0 });
  const row = { family: "evm", derivationIndex: 0, address, addressKey: address.toLowerCase() };
  await database().address.create({ data: row });
  await rig.chain.pay(address, GAS, null);
  return address;
}

async function book(amount: string): Promise<void> {
  const legs = leg(depositsCustody("eth", "ETH"), operatorCapital("ETH"), decimal(amount));
  const entry = { kind: "capital.fund" as const, reference: randomUUID(), groupId: "test", legs };
  await withTransaction((tx) => postEntry(tx, entry));
}

test("200 payouts that wait for funds and are due first delay a sweep from a deposit address by at most one check", async () => {
  const fromAddress = await newDepositAddress();
  const sweep = await createSend({ fromAddress, toAddress: rig.hotAddress, currencyCode: "ETH", amount: "0.05" });
  for (let count = 0; count < CROWD; count += 1) await createSend({ amount: "1000000" });
  await until(async () => {
    await step(engine);
    expect(await database().send.count({ where: { waitReason: "funds" } })).toBe(CROWD + 1);
  });
  await book("0.1");
  await database().send.updateMany({ where: { id: { not: sweep.id } }, data: { nextTryAt: new Date(0) } });
  await database().send.update({ where: { id: sweep.id }, data: { nextTryAt: new Date() } });
  await step(engine);
  expect((await sendRow(sweep.id)).outgoing).not.toBeNull();
});
