import { decimal } from "@/lib/kernel/money/decimal";
import { listMerchantHoldings } from "@/lib/ledger/holdings";
import { selectPersonNames } from "@/lib/money-out/payouts/dashboard-outflow";
import { listRules, selectLastPayouts } from "@/lib/money-out/settlements/repo";
import {
  type SettlementListView,
  type SettlementState,
  type SettlementView,
  WEEKDAYS,
} from "@/lib/money-out/settlements/schema";
import { type SettlementRule, timeText } from "@/lib/money-out/settlements/settlement";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

const PAYOUTS_SHOWN = 3;

/** Lists a merchant's automatic settlements, by coin, each with its last payouts. */
export async function listSettlements(merchantId: string, now: Date): Promise<SettlementListView> {
  const [rules, catalog, balances] = await Promise.all([
    listRules(merchantId),
    loadCatalog(),
    listMerchantHoldings(merchantId),
  ]);
  const [payouts, names] = await Promise.all([
    selectLastPayouts(
      rules.map(({ id }) => id),
      PAYOUTS_SHOWN,
    ),
    selectPersonNames(rules.map(({ savedById }) => savedById)),
  ]);
  const items = rules.map((rule): SettlementView => {
    const { id, networkCode, address, memo, trigger, timeZone, urlCallback, note, stopReason } = rule;
    return {
      ...{ id, address, memo, trigger, timeZone, urlCallback, note, stopReason },
      state: stateOf(rule, now),
      coin: rule.currencyCode,
      network: networkCode,
      networkName: catalog.network(networkCode)?.name ?? networkCode,
      threshold: rule.threshold.toFixed(),
      keep: rule.keep.toFixed(),
      balance: balances.find(({ currency }) => currency === rule.currencyCode)?.spendable.toFixed() ?? "0",
      time: timeText(rule),
      weekday: WEEKDAYS.find((day) => day === String(rule.weekday)) ?? null,
      usableFrom: now < rule.usableFrom ? rule.usableFrom.toISOString() : null,
      nextAt: trigger === "threshold" ? null : rule.nextAt.toISOString(),
      savedBy: names.get(rule.savedById) ?? "somebody",
      payouts: (payouts.get(id) ?? []).map(({ sentAmount, payerCode, createdAt, ...row }) => ({
        ...row,
        amount: decimal(sentAmount).toFixed(),
        currency: payerCode,
        createdAt: createdAt.toISOString(),
      })),
    };
  });
  return { items };
}

function stateOf(rule: SettlementRule, now: Date): SettlementState {
  if (rule.stoppedAt !== null) return rule.stopReason === null ? "paused" : "stopped";
  if (rule.openPayoutId !== null) return "paying";
  return now < rule.usableFrom ? "cooldown" : "active";
}
