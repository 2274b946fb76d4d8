import { creditCase } from "@/lib/cases/credit-case";
import { listUnjudgedLateCases, noteHeld, type UnjudgedCase } from "@/lib/cases/late-repo";
import { AppError } from "@/lib/errors";
import { type Decimal, decimal, HUNDRED, ONE } from "@/lib/money/decimal";
import { findFreshRate } from "@/lib/rates/queries";

const BATCH = 100;
const SHOWN_DECIMALS = 2;
const UP = 0;

/**
 * Decides late payments of merchants whose policy accepts them: one whose rate has moved by no more than the merchant allows is
 * credited; any other stays held, with the reason written on it. Found by a scan, so a crash loses none; each is judged once.
 */
export async function judgeLateCases(): Promise<void> {
  for (const opened of await listUnjudgedLateCases(BATCH)) {
    const drift = await driftOf(opened);
    if (drift === null) continue;
    if (drift.lte(decimal(BigInt(opened.driftPercentMax)))) {
      await creditUnlessRefused(opened);
    } else
      await noteHeld(opened.id, `Held: the rate had moved by ${drift.toDecimalPlaces(SHOWN_DECIMALS, UP).toFixed()} %`);
  }
}

/** Somebody else decided it meanwhile, or its deposit is not on the chain right now: the other cases must not wait for that. */
async function creditUnlessRefused({ id, merchantId }: UnjudgedCase): Promise<void> {
  try {
    await creditCase({ caseId: id, merchantId, actorId: null });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

/** By how many percent the rate differs from the quote's, in either direction; null while no fresh rate is known. */
async function driftOf(opened: UnjudgedCase): Promise<Decimal | null> {
  const found = await findFreshRate({ from: opened.invoiceCurrency, to: opened.currencyCode });
  return found === null ? null : found.rate.dividedBy(opened.quoteRate).minus(ONE).abs().times(HUNDRED);
}
