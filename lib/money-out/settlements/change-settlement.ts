import { assertCallbackAllowed } from "@/lib/delivery/webhooks/callback-address";
import { type AuditFields, type AuditValue, changedFields, recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError, invalidParameter } from "@/lib/kernel/errors";
import { decimal } from "@/lib/kernel/money/decimal";
import { moneyText } from "@/lib/kernel/money/format";
import { refusal } from "@/lib/kernel/refusals";
import { withFormErrors } from "@/lib/money-out/payouts/dashboard-refusal";
import { clearFinalPayout, insertRule, lockRule, lockRuleOfCoin, updateRule } from "@/lib/money-out/settlements/repo";
import type { SettlementInput } from "@/lib/money-out/settlements/schema";
import { nextRun, type SettlementRule, timeText } from "@/lib/money-out/settlements/settlement";
import { clearStop } from "@/lib/money-out/settlements/stop-settlement";
import { formatCooldownEnd } from "@/lib/people/guards/assert-may-pay-out";
import { mailOwners } from "@/lib/people/merchants/mail-owners";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { checkAddress, checkMemo } from "@/lib/sending/destinations/check-destination";

type Who = { readonly merchantId: string; readonly actorId: string };

/**
 * Creates the automatic settlement of a coin, or changes it; it stays stopped if it was. A new or
 * changed destination can be used a day later, which the database ensures. The person becomes the
 * requester of its payouts, and every owner is notified by mail.
 * @throws AppError with a user-facing message and the form's field names
 */
export async function saveSettlement(who: Who, input: SettlementInput, now: Date): Promise<{ id: string }> {
  const networkName = (await loadCatalog()).network(input.network)?.name;
  const terms = await withFormErrors(() => toTerms(input), networkName);
  const { merchantId, actorId } = who;
  return await withTransaction(async (tx) => {
    const { currencyCode, ...changed } = terms;
    const before = await lockRuleOfCoin(tx, merchantId, currencyCode);
    const data = { ...changed, nextAt: now, note: null, savedById: actorId, confirmedAt: now };
    const written =
      before === null
        ? await insertRule(tx, { merchantId, currencyCode, ...data })
        : await updateRule(tx, before.id, data);
    const rule = await updateRule(tx, written.id, { nextAt: firstRun(written, now) });
    const change = changedFields(before === null ? {} : fieldsOf(before), fieldsOf(rule));
    const about = { target: rule.id, detail: { currency: currencyCode } };
    await recordAudit(tx, { actorId, merchantId, action: "settlement.save", ...about, ...change });
    const changes = Object.keys(change.after).map((name) => changeText(currencyCode, name, change));
    if (rule.usableFrom > now) changes.push(`The address is used from ${formatCooldownEnd(rule.usableFrom)}.`);
    if (changes.length > 0) await mailOwners(tx, who, { kind: "settlement", currency: currencyCode, changes });
    return { id: rule.id };
  });
}

/** The first run after now at which the address may be used. */
function firstRun(rule: SettlementRule, now: Date): Date {
  return nextRun(rule, rule.usableFrom > now ? rule.usableFrom : now);
}

/**
 * Pauses a rule until somebody resumes it. Its current payout continues. Does nothing when it is
 * paused or stopped.
 * @throws AppError `not_found`
 */
export async function pauseSettlement(who: Who, id: string, now: Date): Promise<void> {
  await changeRule(who, id, "settlement.pause", async (tx, rule) => {
    if (rule.stoppedAt !== null) return null;
    await updateRule(tx, id, { stoppedAt: now, note: null });
    return "Paused";
  });
}

/**
 * Resumes a rule that was paused or stopped, and clears its alarm. What prevented its payout may
 * stop it again. Does nothing when it is active.
 * @throws AppError `not_found`
 */
export async function resumeSettlement(who: Who, id: string, now: Date): Promise<void> {
  await changeRule(who, id, "settlement.resume", async (tx, rule) => {
    if (rule.stoppedAt === null) return null;
    // How a payout ended while it was paused is known to the person who resumes.
    await clearFinalPayout(tx, id);
    const data = { stoppedAt: null, stopReason: null, note: null };
    await updateRule(tx, id, { ...data, nextAt: firstRun(rule, now), confirmedAt: now });
    await clearStop(tx, id);
    return "Resumed";
  });
}

/**
 * Removes a rule: it creates no further payout. Its current payout continues.
 * @throws AppError `not_found`
 */
export async function removeSettlement(who: Who, id: string, now: Date): Promise<void> {
  await changeRule(who, id, "settlement.remove", async (tx) => {
    await updateRule(tx, id, { endedAt: now });
    await clearStop(tx, id);
    return "Removed";
  });
}

/** `change` returns what it did, for the owners' mail; null: nothing. */
async function changeRule(
  { merchantId, actorId }: Who,
  id: string,
  action: "settlement.pause" | "settlement.resume" | "settlement.remove",
  change: (tx: Tx, rule: SettlementRule) => Promise<string | null>,
): Promise<void> {
  await withTransaction(async (tx) => {
    const rule = await lockRule(tx, id, merchantId);
    if (rule === null) throw new AppError("not_found", "Automatic settlement not found.");
    const done = await change(tx, rule);
    if (done === null) return;
    const currency = rule.currencyCode;
    await recordAudit(tx, { actorId, merchantId, action, target: id, detail: { currency } });
    await mailOwners(tx, { merchantId, actorId }, { kind: "settlement", currency, changes: [done] });
  });
}

async function toTerms(input: SettlementInput) {
  const catalog = await loadCatalog();
  const service = catalog.service(input.coin.toUpperCase(), input.network.toLowerCase());
  if (service === null || !service.isPayoutEnabled || !service.isReviewed) throw refusal("service_not_found");
  const { network, currency, payoutMin, payoutMax } = service;
  const [threshold, keep] = [decimal(input.threshold), decimal(input.keep === "" ? "0" : input.keep)];
  for (const [name, amount] of Object.entries({ threshold, keep }))
    if (amount.decimalPlaces() > service.decimals) throw invalidParameter(name, "validation.decimal");
  if (threshold.lt(payoutMin))
    throw invalidParameter("threshold", `The minimum is ${moneyText(payoutMin.toFixed(), currency.code)}.`);
  if (threshold.gt(payoutMax))
    throw invalidParameter("threshold", `The maximum is ${moneyText(payoutMax.toFixed(), currency.code)}.`);
  const memo = checkMemo(network, input.memo);
  const address = await checkAddress(catalog, network, input.address);
  assertCallbackAllowed(input.urlCallback);
  const [hours = "0", minutes = "0"] = input.time.split(":");
  return {
    currencyCode: currency.code,
    networkCode: network.code,
    address,
    memo,
    trigger: input.trigger,
    threshold: threshold.toFixed(),
    keep: keep.toFixed(),
    minuteOfDay: input.trigger === "threshold" ? null : Number(hours) * 60 + Number(minutes),
    weekday: input.trigger === "weekly" ? Number(input.weekday) : null,
    timeZone: input.timeZone,
    urlCallback: input.urlCallback,
  };
}

const LABELS = {
  networkCode: "Network",
  address: "Address",
  memo: "Memo",
  trigger: "When",
  time: "Time",
  weekday: "Day of the week (1 is Monday)",
  timeZone: "Time zone",
  threshold: "Minimum amount",
  keep: "Kept in the balance",
  urlCallback: "Webhook URL",
} as const;

function fieldsOf(rule: SettlementRule): AuditFields {
  const { networkCode, address, memo, trigger, weekday, timeZone, urlCallback } = rule;
  const [threshold, keep] = [rule.threshold.toFixed(), rule.keep.toFixed()];
  return { networkCode, address, memo, trigger, time: timeText(rule), weekday, timeZone, threshold, keep, urlCallback };
}

function changeText(currency: string, name: string, { before, after }: ReturnType<typeof changedFields>): string {
  const label = new Map<string, string>(Object.entries(LABELS)).get(name) ?? name;
  const isAmount = name === "threshold" || name === "keep";
  const textOf = (value: AuditValue) => (isAmount ? moneyText(String(value), currency) : String(value ?? "none"));
  const was = before[name] ?? null;
  return `${label}: ${textOf(after[name] ?? null)}${was === null ? "" : ` (before: ${textOf(was)})`}`;
}
