import { database } from "@/lib/kernel/db";
import { EVM_ADDRESS } from "@/lib/money-out/payouts/testing/payout-rig";
import { decideSettlement } from "@/lib/money-out/settlements/decide-settlement";
import { findRule } from "@/lib/money-out/settlements/repo";
import type { SettlementInput } from "@/lib/money-out/settlements/schema";
import type { SettlementRule } from "@/lib/money-out/settlements/settlement";

/** Automatic settlements, for tests on top of the payout rig. */

const DAY_MS = 24 * 60 * 60 * 1000;

/** The form's values: USDT on bsc, as soon as 10 can be sent, with nothing kept. */
export const SETTLEMENT: SettlementInput = {
  coin: "USDT",
  network: "bsc",
  address: EVM_ADDRESS,
  memo: null,
  trigger: "threshold",
  threshold: "10",
  keep: "",
  time: "09:00",
  weekday: "1",
  timeZone: "UTC",
  urlCallback: null,
};

/** Inserts a rule with these terms, past its cooldown unless `isUsable` is false. */
export async function insertSettlementRule({
  merchantId,
  savedById,
  isUsable = true,
  ...changes
}: {
  readonly merchantId: string;
  readonly savedById: string;
  readonly isUsable?: boolean;
  readonly currencyCode?: string;
  readonly networkCode?: string;
  readonly address?: string;
  readonly keep?: string;
  readonly threshold?: string;
}): Promise<string> {
  const terms = { currencyCode: "USDT", networkCode: "bsc", address: EVM_ADDRESS, threshold: "10", ...changes };
  const data = { ...terms, merchantId, savedById, trigger: "threshold" as const, timeZone: "UTC", nextAt: new Date() };
  const { id } = await database().settlementRule.create({ data, select: { id: true } });
  if (isUsable) await endCooldown(id);
  return id;
}

/** Ends the cooldown of a rule's address, as if a day had passed, and makes it due. */
export async function endCooldown(id: string): Promise<void> {
  const past = new Date(Date.now() - DAY_MS);
  await database().settlementRule.update({ where: { id }, data: { usableFrom: past, nextAt: past } });
}

export async function ruleNow(id: string): Promise<SettlementRule> {
  const rule = await findRule(id);
  if (rule === null) throw new Error(`settlement ${id} is gone`);
  return rule;
}

/** Decides a rule; returns it as it is then. */
export async function decide(id: string, now = new Date()): Promise<SettlementRule> {
  await decideSettlement(id, now);
  return await ruleNow(id);
}

/** A rule's payouts, oldest first. */
export async function payoutsOf(merchantId: string) {
  const rows = await database().payout.findMany({ where: { merchantId }, orderBy: { createdAt: "asc" } });
  return rows.map((row) => ({ ...row, debited: row.debitedAmount.toString() }));
}
