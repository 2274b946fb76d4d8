import { REVERSAL_WAIT_MS } from "@/lib/invoices/decide-invoice";

/** What became of the deposits of a top-up of which one was taken back. */
export type TopUpSituation = {
  readonly reversedAt: Date;
  /** Deposits that were ever credited for it. */
  readonly partCount: number;
  /** Of these, credited now. */
  readonly standingCount: number;
  /** One that is credited has left its chain, and nobody has agreed yet that it is gone. */
  readonly isUndecided: boolean;
};

/**
 * A reversed top-up is paid again when all its deposits are credited again. A day later it is decided by what stands: nothing means
 * that it failed. Pure.
 */
export function decideTopUp(situation: TopUpSituation, now: Date): "process" | "paid" | "wrong_amount" | "fail" {
  const { partCount, standingCount, reversedAt } = situation;
  if (standingCount === partCount && !situation.isUndecided) return "paid";
  if (now.getTime() - reversedAt.getTime() <= REVERSAL_WAIT_MS) return "process";
  return standingCount > 0 ? "wrong_amount" : "fail";
}
