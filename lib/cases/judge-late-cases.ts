import { creditCase } from "@/lib/cases/credit-case";
import { LATE_DAYS_MAX } from "@/lib/cases/late-days";
import { type CasePlace, listUnjudgedLateCases, noteHeld, type UnjudgedCase } from "@/lib/cases/late-repo";
import type { Tx } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { type Decimal, decimal, HUNDRED, ONE } from "@/lib/money/decimal";
import { findFreshRate } from "@/lib/rates/queries";
import { parseSourceName } from "@/lib/rates/source-name";
import { listAwaitedMoney } from "@/lib/refund-requests/repo";

const BATCH = 100;
const DAY_MS = 24 * 60 * 60 * 1000;
const SHOWN_DECIMALS = 2;
const UP = 0;
/** Read by the merchant's people on the case. */
const ASKED_BACK = "Held: the payer has asked for the money back";

/**
 * Decides late payments of merchants whose policy accepts them: one whose rate has moved by no more than the merchant allows, and that
 * came within {@link LATE_DAYS_MAX} days, is credited; any other stays held, with the reason written on it, and so does one whose payer
 * was shown to ask for money of this invoice back. A wish that nobody has confirmed holds nothing: anybody with the link can leave one.
 * Found by a scan, so a crash loses none; each is judged once. Every one is looked at in each pass, so that those which wait for a rate
 * hold up no other.
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
  if (opened.isAskedBack) return await noteHeld(opened.id, ASKED_BACK);
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

/**
 * Somebody else decided it meanwhile, its payer asks for it back since, or its deposit is not on the chain right now: the other cases
 * must not wait for that. What is still open is looked at again by the next pass.
 */
async function creditUnlessRefused({ id, merchantId, invoiceId }: UnjudgedCase): Promise<void> {
  const judge = async (tx: Tx) => {
    if ((await listAwaitedMoney(tx, invoiceId)).size > 0) throw new AppError("refused", ASKED_BACK);
  };
  try {
    await creditCase({ caseId: id, merchantId, actorId: null, judge });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

/** By how many percent the rate differs from the quote's, in either direction; null while no fresh rate is known. */
async function driftOf(opened: UnjudgedCase): Promise<Decimal | null> {
  const { invoiceCurrency: from, currencyCode: to, courseSource, quoteRate } = opened;
  const source = courseSource === null ? null : parseSourceName(courseSource);
  const found = await findFreshRate({ from, to, source, use: "exchange" });
  return found === null ? null : driftPercent(quoteRate, found.rate);
}

function driftPercent(before: Decimal, now: Decimal): Decimal {
  return now.dividedBy(before).minus(ONE).abs().times(HUNDRED);
}
