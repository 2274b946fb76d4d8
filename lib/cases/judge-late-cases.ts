import { creditCase } from "@/lib/cases/credit-case";
import { type CasePlace, listUnjudgedLateCases, noteHeld, type UnjudgedCase } from "@/lib/cases/late-repo";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { type Decimal, decimal, HUNDRED, ONE } from "@/lib/money/decimal";
import { findFreshRate } from "@/lib/rates/queries";
import { parseSourceName } from "@/lib/rates/source-name";

const BATCH = 100;
const DAY_MS = 24 * 60 * 60 * 1000;
/** What comes later than this after the end is a person's to decide, whatever the rate: the order is long forgotten by then. */
export const LATE_DAYS_MAX = 7;
const SHOWN_DECIMALS = 2;
const UP = 0;

/**
 * Decides late payments of merchants whose policy accepts them: one whose rate has moved by no more than the merchant allows, and that
 * came within {@link LATE_DAYS_MAX} days, is credited; any other stays held, with the reason written on it. Found by a scan, so a crash
 * loses none; each is judged once. Every one is looked at in each pass, so that those which wait for a rate hold up no other.
 */
export async function judgeLateCases(now = new Date(), batchSize = BATCH): Promise<void> {
  let after: CasePlace | null = null;
  do {
    const batch: readonly UnjudgedCase[] = await listUnjudgedLateCases(batchSize, after);
    for (const opened of batch) await judgeUnlessBroken(opened, now);
    after = batch.length < batchSize ? null : (batch.at(-1) ?? null);
  } while (after !== null);
}

/** One that cannot be decided for a reason of ours is tried again by the next pass, and the others are decided now. */
async function judgeUnlessBroken(opened: UnjudgedCase, now: Date): Promise<void> {
  try {
    await judge(opened, now);
  } catch (error) {
    log().error({ case: opened.id, err: error }, "a late payment could not be judged");
  }
}

async function judge(opened: UnjudgedCase, now: Date): Promise<void> {
  const end = opened.expiresAt.getTime() + LATE_DAYS_MAX * DAY_MS;
  if (opened.cameAt.getTime() > end)
    return await noteHeld(opened.id, `Held: it came more than ${LATE_DAYS_MAX} days after the end`);
  const drift = await driftOf(opened);
  if (drift === null) {
    // A price that comes back much later says nothing about what it was worth when it came.
    if (now.getTime() > opened.openedAt.getTime() + DAY_MS)
      await noteHeld(opened.id, "Held: no rate was known for a day");
    return;
  }
  if (drift.lte(decimal(BigInt(opened.driftPercentMax)))) return await creditUnlessRefused(opened);
  await noteHeld(opened.id, `Held: the rate had moved by ${drift.toDecimalPlaces(SHOWN_DECIMALS, UP).toFixed()} %`);
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
  const { invoiceCurrency: from, currencyCode: to, courseSource, quoteRate } = opened;
  const source = courseSource === null ? null : parseSourceName(courseSource);
  const found = await findFreshRate({ from, to, source });
  return found === null ? null : driftPercent(quoteRate, found.rate);
}

function driftPercent(before: Decimal, now: Decimal): Decimal {
  return now.dividedBy(before).minus(ONE).abs().times(HUNDRED);
}
