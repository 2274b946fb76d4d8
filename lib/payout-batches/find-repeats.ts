import type { GoodRow } from "@/lib/payout-batches/check-row";
import type { ParsedRow } from "@/lib/payout-batches/parse-batch-file";
import type { BatchFinding } from "@/lib/payout-batches/schema";

/** Order ids that the file has twice, or that a payout of the merchant has already: such a row would not be paid, and look as if it was. */
export function repeatedOrderIds(rows: readonly ParsedRow[], taken: ReadonlySet<string>): BatchFinding[] {
  const firstRows = new Map<string, number>();
  return rows.flatMap(({ number, fields: { order_id: orderId } }) => {
    if (orderId === "") return [];
    const first = firstRows.get(orderId);
    firstRows.set(orderId, first ?? number);
    if (first !== undefined)
      return [{ row: number, field: "order_id", reason: `Row ${first} has the same order id. Each needs its own.` }];
    if (taken.has(orderId))
      return [{ row: number, field: "order_id", reason: "A payout with this order id was made before." }];
    return [];
  });
}

/** Rows that send the same amount to the same place as an earlier one: meant at times, and a slip mostly. */
export function repeatedPayments(rows: readonly GoodRow[]): BatchFinding[] {
  const firstRows = new Map<string, number>();
  return rows.flatMap(({ number, plan }) => {
    const { service, address, memo, amountText, currencyCode } = plan;
    const key = JSON.stringify([
      address,
      memo,
      plan.amount.toFixed(),
      currencyCode,
      service.currency.code,
      service.network.code,
    ]);
    const first = firstRows.get(key);
    firstRows.set(key, first ?? number);
    if (first === undefined) return [];
    return [
      {
        row: number,
        field: "address",
        reason: `The same ${amountText} ${currencyCode} to the same address as in row ${first}.`,
      },
    ];
  });
}
