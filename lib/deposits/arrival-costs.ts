import { randomUUID } from "node:crypto";
import type { Catalog } from "@/lib/catalog/queries";
import type { AddressFamily } from "@/lib/chains/address-family";
import { toAddressKey } from "@/lib/chains/address-key";
import type { ArrivalCost } from "@/lib/chains/driver";
import type { Tx } from "@/lib/db";
import {
  type CostAtAddress,
  deleteArrivalCostsAbove,
  insertArrivalCosts,
  takeFromRests,
} from "@/lib/deposits/arrival-costs-repo";
import type { OwnedAddress } from "@/lib/deposits/chain-repo";
import { type AccountName, depositsCustody, hotCustody, networkCosts } from "@/lib/ledger/account";
import { type Leg, leg, postEntry } from "@/lib/ledger/post-entry";
import { fromBaseUnits } from "@/lib/money/base-units";
import { type Decimal, ZERO } from "@/lib/money/decimal";
import { partsOf } from "@/lib/parts-of";

/** Written by one statement, and booked by one entry. */
const AT_ONCE = 5_000;

type Reading = {
  readonly catalog: Catalog;
  readonly network: { readonly code: string };
  readonly driver: { readonly family: AddressFamily };
  readonly ours: ReadonlyMap<string, OwnedAddress>;
};

/**
 * Books what the chain took from addresses of ours because something arrived there: a cost of the operator, from the block on in which it
 * was taken, so that custody is what the chain holds. A merchant is credited what was sent, and pays none of it. Each cost once, however
 * often its block is read; one entry for thousands that a range of blocks took, since many payments may come at once.
 */
export async function recordArrivalCosts(tx: Tx, reading: Reading, costs: readonly ArrivalCost[]): Promise<void> {
  const { catalog, network, driver, ours } = reading;
  const native = catalog.serviceOfAsset(network.code, null);
  if (native === null || costs.length === 0) return;
  const rows = costs.flatMap(({ transactionId, address, units, block }) => {
    const owned = ours.get(toAddressKey(driver.family, address));
    if (owned === undefined) return [];
    const amount = fromBaseUnits(units, native.decimals).toFixed();
    const blockHeight = BigInt(block.height);
    return [{ networkCode: network.code, transactionId, addressId: owned.id, amount, blockHeight }];
  });
  const at = { networkCode: network.code, currency: native.currency.code };
  for (const part of partsOf(rows, AT_ONCE)) {
    await bookCosts(tx, "arrival.cost", at, await insertArrivalCosts(tx, part));
  }
}

/** The blocks above a height are on the chain no more, and what they took was not taken. What the new ones take is read with them. */
export async function undoArrivalCosts(tx: Tx, catalog: Catalog, networkCode: string, height: bigint): Promise<void> {
  const native = catalog.serviceOfAsset(networkCode, null);
  const undone = await deleteArrivalCostsAbove(tx, networkCode, height);
  if (native === null) return;
  const negated = undone.map((cost) => ({ ...cost, amount: cost.amount.negated() }));
  await bookCosts(tx, "arrival.return", { networkCode, currency: native.currency.code }, negated);
}

type Place = { readonly networkCode: string; readonly currency: string };

async function bookCosts(
  tx: Tx,
  kind: "arrival.cost" | "arrival.return",
  { networkCode, currency }: Place,
  costs: readonly CostAtAddress[],
): Promise<void> {
  const atDeposits = costs.filter(({ isHot }) => !isHot);
  await takeFromRests(tx, networkCode, atDeposits);
  const legs = [
    ...costLegs(depositsCustody(networkCode, currency), sumOf(atDeposits)),
    ...costLegs(hotCustody(networkCode, currency), sumOf(costs.filter(({ isHot }) => isHot))),
  ];
  if (legs.length === 0) return;
  // Nothing else is ever called so: what makes a repeat harmless are the rows.
  const reference = randomUUID();
  await postEntry(tx, { kind, reference, groupId: `arrivals:${reference}`, legs });
}

/** What came along and is worth more than its arrival cost is the other way round. */
function costLegs(custody: AccountName, amount: Decimal): Leg[] {
  const costs = networkCosts(custody.currency);
  return amount.gt(ZERO) ? leg(costs, custody, amount) : leg(custody, costs, amount.negated());
}

const sumOf = (costs: readonly CostAtAddress[]): Decimal => costs.reduce((sum, { amount }) => sum.plus(amount), ZERO);
