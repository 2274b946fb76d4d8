import { database } from "@/lib/db";
import { type Decimal, decimal, ZERO } from "@/lib/money/decimal";

/** How far the play money of one hot wallet has come. */
export type FundingState = {
  /** Reading has begun: what is sent from now on is seen. */
  readonly isWatched: boolean;
  /** What came in and stands in the books. */
  readonly booked: Decimal;
  /** Part of it was set aside for conversions. */
  readonly isFilled: boolean;
};

export async function readFundingState(networkCode: string, currencyCode: string): Promise<FundingState> {
  const db = database();
  const received = { networkCode, currencyCode, ownerKind: "hot", bookedInclusion: { not: null } };
  const [cursors, booked, filled] = await Promise.all([
    db.chainCursor.count({ where: { networkCode } }),
    db.deposit.aggregate({ where: received, _sum: { amount: true } }),
    db.journalEntry.count({
      where: { kind: "treasury.fill", reference: { startsWith: `${networkCode}:${currencyCode}:` } },
    }),
  ]);
  const { amount } = booked._sum;
  return {
    isWatched: cursors > 0,
    booked: amount === null ? ZERO : decimal(amount),
    isFilled: filled > 0,
  };
}
