import { expect, it } from "vitest";
import { areSendersAccounts } from "@/lib/chains/address-family";
import { type ChainNeed, itNeeds, present } from "@/lib/chains/contract/needs";
import { type ChainRig, NATIVE, type Payment } from "@/lib/chains/contract/rig";
import { buildPayout, never, scanFrom, theOnly } from "@/lib/chains/contract/steps";
import type { SpendSource } from "@/lib/chains/spending";

/** Guarantees of every driver about who paid, and whether the sender can be refunded. */
export function itNamesSenders(rig: () => ChainRig, missing: readonly ChainNeed[]): void {
  itNeeds("senders", missing, "reports the only address that paid as the sender", async () => {
    const source = await rig().openSource([{ asset: NATIVE, units: rig().amounts.plenty }]);
    const payer = source.kind === "coins" ? present(source.candidates[0]).address : source.address;
    const { from } = await payOut(rig(), source);
    expect(from).toBe(payer);
    expect(rig().driver.parseAddress(payer)).toBe(payer);
  });

  it("reports for each node whether an address can be refunded, where senders are accounts", async () => {
    const { driver, openSource, amounts, contracts } = rig();
    expect(driver.inspectAddressByEach !== undefined).toBe(areSendersAccounts(driver.family));
    expect(contracts.length > 0).toBe(areSendersAccounts(driver.family));
    const { inspectAddressByEach } = driver;
    if (inspectAddressByEach === undefined) return;
    const source = await openSource([{ asset: NATIVE, units: amounts.plenty }]);
    const { from } = await payOut(rig(), source);
    const head = await driver.head(never());
    const each = <Answer>(answer: Answer) => driver.nodeHealth().map(() => ({ head, answer }));
    const said = async (address: string) =>
      (await inspectAddressByEach(address, never())).map((nodeAnswer) => ({
        head: nodeAnswer.head,
        answer: nodeAnswer.answer,
      }));
    expect(await said(present(from))).toEqual(each({ kind: "account", active: true }));
    for (const contract of contracts) {
      expect(await said(contract)).toEqual(each({ kind: "contract", active: expect.any(Boolean) }));
    }
  });
}

/** Pays a new owner from a source, and returns the transfer as found in its block. */
export async function payOut(rig: ChainRig, source: SpendSource) {
  const { driver, createOwner, mine, amounts } = rig;
  const to = await createOwner();
  const payment: Payment = { to, asset: NATIVE, units: 777n * amounts.scale };
  const before = await driver.head(never());
  const { signed } = await buildPayout(rig, source, [payment]);
  await driver.broadcast(signed, never());
  await mine(1);
  const { transfers } = await scanFrom(driver, before.height + 1, [to]);
  return theOnly(transfers.filter((transfer) => transfer.to.memo === to.memo));
}
