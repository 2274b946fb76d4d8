import type { Tx } from "@/lib/db";
import type { Prisma } from "@/lib/generated/prisma/client";
import { type Decimal, decimal } from "@/lib/money/decimal";

export type NewArrivalCost = {
  readonly networkCode: string;
  readonly transactionId: string;
  readonly addressId: bigint;
  readonly amount: string;
  readonly blockHeight: bigint;
};

/** Of rows that were written or deleted, at one address. */
export type CostAtAddress = { readonly addressId: bigint; readonly isHot: boolean; readonly amount: Decimal };

type Row = { readonly addressId: bigint; readonly isHot: boolean; readonly amount: Prisma.Decimal };
const toCosts = (rows: readonly Row[]): CostAtAddress[] =>
  rows.map(({ amount, ...at }) => ({ ...at, amount: decimal(amount) }));

/** In one statement, however many there are. Answers what is new, summed up by address; what was recorded before stays as it is. */
export async function insertArrivalCosts(tx: Tx, rows: readonly NewArrivalCost[]): Promise<CostAtAddress[]> {
  if (rows.length === 0) return [];
  const text = JSON.stringify(rows, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
  const found = await tx.$queryRaw<Row[]>`
    WITH inserted AS (
      INSERT INTO arrival_costs (network_code, transaction_id, address_id, amount, block_height)
      SELECT r."networkCode", r."transactionId", r."addressId"::bigint, r.amount::numeric, r."blockHeight"::bigint
      FROM jsonb_to_recordset(${text}::jsonb)
        AS r("networkCode" text, "transactionId" text, "addressId" text, amount text, "blockHeight" text)
      ON CONFLICT DO NOTHING RETURNING address_id, amount)
    SELECT i.address_id AS "addressId", coalesce(x.owner_kind = 'hot', false) AS "isHot", sum(i.amount) AS amount
    FROM inserted i JOIN addresses x ON x.id = i.address_id GROUP BY 1, 2 ORDER BY 1`;
  return toCosts(found);
}

/** Answers what they came to, by address. */
export async function deleteArrivalCostsAbove(tx: Tx, networkCode: string, height: bigint): Promise<CostAtAddress[]> {
  const found = await tx.$queryRaw<Row[]>`
    WITH deleted AS (
      DELETE FROM arrival_costs WHERE network_code = ${networkCode} AND block_height > ${height} RETURNING address_id, amount)
    SELECT d.address_id AS "addressId", coalesce(x.owner_kind = 'hot', false) AS "isHot", sum(d.amount) AS amount
    FROM deleted d JOIN addresses x ON x.id = d.address_id GROUP BY 1, 2 ORDER BY 1`;
  return toCosts(found);
}

/** Takes from what deposit addresses hold beside their deposits, in the order of their ids, as everybody locks them. */
export async function takeFromRests(tx: Tx, networkCode: string, costs: readonly CostAtAddress[]): Promise<void> {
  if (costs.length === 0) return;
  const ids = costs.map(({ addressId }) => addressId);
  const amounts = costs.map(({ amount }) => amount.negated().toFixed());
  await tx.$executeRaw`
    INSERT INTO address_rests AS r (network_code, address_id, amount)
    SELECT ${networkCode}, t.id, t.amount FROM unnest(${ids}::bigint[], ${amounts}::numeric[]) AS t(id, amount) ORDER BY t.id
    ON CONFLICT (network_code, address_id) DO UPDATE SET amount = r.amount + excluded.amount`;
}
