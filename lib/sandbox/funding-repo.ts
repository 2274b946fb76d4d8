import { database } from "@/lib/db";
import { type Decimal, decimal, ZERO } from "@/lib/money/decimal";

/** How far the play money of one hot wallet has come. */
export type FundingState = {
  /** Reading has begun: what is sent from now on is seen. */
  readonly isWatched: boolean;
  /** Something came into the hot wallet, at any time. */
  readonly isSent: boolean;
  /** What came in and stands in the books. */
  readonly booked: Decimal;
  /** Part of it was set aside for conversions. */
  readonly isFilled: boolean;
};

export async function readFundingState(networkCode: string, currencyCode: string): Promise<FundingState> {
  const db = database();
  const received = { networkCode, currencyCode, ownerKind: "hot" };
  const [cursors, receipts, booked, funded, filled] = await Promise.all([
    db.chainCursor.count({ where: { networkCode } }),
    db.deposit.count({ where: received }),
    db.deposit.aggregate({ where: { ...received, bookedInclusion: { not: null } }, _sum: { amount: true } }),
    db.account.count({ where: { kind: "hot", ownerId: networkCode, currencyCode } }),
    db.journalEntry.count({
      where: { kind: "treasury.fill", reference: { startsWith: `${networkCode}:${currencyCode}:` } },
    }),
  ]);
  const { amount } = booked._sum;
  return {
    isWatched: cursors > 0,
    isSent: receipts > 0 || funded > 0,
    booked: amount === null ? ZERO : decimal(amount),
    isFilled: filled > 0,
  };
}
