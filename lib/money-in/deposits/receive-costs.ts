import { randomUUID } from "node:crypto";
import type { AddressFamily } from "@/lib/chains/address-family";
import { toAddressKey } from "@/lib/chains/address-keys";
import type { ReceiveCost } from "@/lib/chains/driver";
import type { Prisma } from "@/lib/generated/prisma/client";
import { chunk } from "@/lib/kernel/chunk";
import type { Tx } from "@/lib/kernel/db";
import { fromBaseUnits } from "@/lib/kernel/money/base-units";
import { type Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import { type AccountName, depositsCustody, hotCustody, networkCosts } from "@/lib/ledger/account";
import { type Leg, leg, postEntry } from "@/lib/ledger/post-entry";
import type { OwnedAddress } from "@/lib/money-in/deposits/chain-repo";
import type { Catalog } from "@/lib/pricing/catalog/queries";

type NewReceiveCost = {
  readonly networkCode: string;
  readonly transactionId: string;
  readonly addressId: bigint;
  readonly amount: string;
  readonly blockHeight: bigint;
};

/** The sum of inserted or deleted rows at one address. */
type CostAtAddress = { readonly addressId: bigint; readonly isHot: boolean; readonly amount: Decimal };

type Row = { readonly addressId: bigint; readonly isHot: boolean; readonly amount: Prisma.Decimal };
const toCosts = (rows: readonly Row[]): CostAtAddress[] =>
  rows.map(({ amount, ...at }) => ({ ...at, amount: decimal(amount) }));

/**
 * Inserts all rows in one statement. Returns only new ones, summed by address; existing rows are
 * left unchanged.
 */
async function insertReceiveCosts(tx: Tx, rows: readonly NewReceiveCost[]): Promise<CostAtAddress[]> {
  if (rows.length === 0) return [];
  const text = JSON.stringify(rows, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
  const found = await tx.$queryRaw<Row[]>`
    WITH inserted AS (
      INSERT INTO receive_costs (network_code, transaction_id, address_id, amount, block_height)
      SELECT r."networkCode", r."transactionId", r."addressId"::bigint, r.amount::numeric, r."blockHeight"::bigint
      FROM jsonb_to_recordset(${text}::jsonb)
        AS r("networkCode" text, "transactionId" text, "addressId" text, amount text, "blockHeight" text)
      ON CONFLICT DO NOTHING RETURNING address_id, amount)
    SELECT i.address_id AS "addressId", coalesce(x.owner_kind = 'hot', false) AS "isHot", sum(i.amount) AS amount
    FROM inserted i JOIN addresses x ON x.id = i.address_id GROUP BY 1, 2 ORDER BY 1`;
  return toCosts(found);
}

/** Returns the deleted sums by address. */
async function deleteReceiveCostsAbove(tx: Tx, networkCode: string, height: bigint): Promise<CostAtAddress[]> {
  const found = await tx.$queryRaw<Row[]>`
    WITH deleted AS (
      DELETE FROM receive_costs WHERE network_code = ${networkCode} AND block_height > ${height} RETURNING address_id, amount)
    SELECT d.address_id AS "addressId", coalesce(x.owner_kind = 'hot', false) AS "isHot", sum(d.amount) AS amount
    FROM deleted d JOIN addresses x ON x.id = d.address_id GROUP BY 1, 2 ORDER BY 1`;
  return toCosts(found);
}

/**
 * Reduces the residual balances of deposit addresses, in the order of address ids, which is the
 * lock order.
 */
async function takeFromResidualBalances(tx: Tx, networkCode: string, costs: readonly CostAtAddress[]): Promise<void> {
  if (costs.length === 0) return;
  const ids = costs.map(({ addressId }) => addressId);
  const amounts = costs.map(({ amount }) => amount.negated().toFixed());
  await tx.$executeRaw`
    INSERT INTO residual_balances AS r (network_code, address_id, amount)
    SELECT ${networkCode}, t.id, t.amount FROM unnest(${ids}::bigint[], ${amounts}::numeric[]) AS t(id, amount) ORDER BY t.id
    ON CONFLICT (network_code, address_id) DO UPDATE SET amount = r.amount + excluded.amount`;
}

/** Rows per statement and per ledger entry. */
const AT_ONCE = 5_000;

type Reading = {
  readonly catalog: Catalog;
  readonly network: { readonly code: string };
  readonly driver: { readonly family: AddressFamily };
  readonly ours: ReadonlyMap<string, OwnedAddress>;
};

/**
 * Books what the chain deducted from the gateway's addresses for incoming transfers: a cost of the
 * operator from its block on, so that custody matches the chain. The merchant is credited the
 * amount sent and pays none of it. Each cost is booked once, however often its block is read.
 * Thousands of costs of a range of blocks share one entry, since many payments may arrive at once.
 */
export async function recordReceiveCosts(tx: Tx, reading: Reading, costs: readonly ReceiveCost[]): Promise<void> {
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
  for (const part of chunk(rows, AT_ONCE)) {
    await bookCosts(tx, "arrival.cost", at, await insertReceiveCosts(tx, part));
  }
}

/**
 * Undoes the costs of blocks above a height, which have left the chain. The costs of their
 * replacements are recorded when these are read.
 */
export async function undoReceiveCosts(tx: Tx, catalog: Catalog, networkCode: string, height: bigint): Promise<void> {
  const native = catalog.serviceOfAsset(networkCode, null);
  const undone = await deleteReceiveCostsAbove(tx, networkCode, height);
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
  await takeFromResidualBalances(tx, networkCode, atDeposits);
  const legs = [
    ...costLegs(depositsCustody(networkCode, currency), sumOf(atDeposits)),
    ...costLegs(hotCustody(networkCode, currency), sumOf(costs.filter(({ isHot }) => isHot))),
  ];
  if (legs.length === 0) return;
  // A random reference is never repeated; the rows make it idempotent.
  const reference = randomUUID();
  await postEntry(tx, { kind, reference, groupId: `arrivals:${reference}`, legs });
}

/** Where the native coin received exceeds the receive cost, the legs are reversed. */
function costLegs(custody: AccountName, amount: Decimal): Leg[] {
  const costs = networkCosts(custody.currency);
  return amount.gt(ZERO) ? leg(costs, custody, amount) : leg(custody, costs, amount.negated());
}

const sumOf = (costs: readonly CostAtAddress[]): Decimal => costs.reduce((sum, { amount }) => sum.plus(amount), ZERO);
