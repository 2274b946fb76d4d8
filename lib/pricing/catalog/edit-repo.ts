import type { Network, Service } from "@/lib/generated/prisma/client";
import type { Tx } from "@/lib/kernel/db";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import { neededConfirmations } from "@/lib/pricing/catalog/needed-confirmations";

/** What the operator may change of a network. */
export type NetworkTerms = { readonly isEnabled: boolean; readonly confirmations: number };

/** What the operator may change of a coin on a network. Amounts in the coin; percent as percent. */
export type ServiceTerms = {
  readonly isPaymentEnabled: boolean;
  readonly isPayoutEnabled: boolean;
  readonly paymentMin: Decimal;
  readonly paymentMax: Decimal;
  readonly paymentFeePercent: Decimal;
  readonly paymentFeeFixed: Decimal;
  readonly payoutMin: Decimal;
  readonly payoutMax: Decimal;
  readonly payoutFeePercent: Decimal;
  readonly payoutFeeFixed: Decimal;
};

/** The terms of a network as they count, its row locked until the transaction ends; null when there is no such network. */
export async function lockNetworkTerms(
  tx: Tx,
  code: string,
): Promise<(NetworkTerms & { readonly isSandbox: boolean }) | null> {
  const [row] = await tx.$queryRaw<Pick<Network, "isEnabled" | "confirmations" | "isSandbox">[]>`
    SELECT is_enabled AS "isEnabled", confirmations, is_sandbox AS "isSandbox" FROM networks WHERE code = ${code} FOR UPDATE`;
  return row === undefined ? null : { ...row, confirmations: neededConfirmations({ ...row, code }) };
}

export async function updateNetworkTerms(tx: Tx, code: string, terms: NetworkTerms): Promise<void> {
  const { isEnabled, confirmations } = terms;
  await tx.network.update({ where: { code }, data: { isEnabled, confirmations }, select: { code: true } });
}

export type ServiceKey = { readonly networkCode: string; readonly currencyCode: string };

type LockedService = ServiceTerms & { readonly decimals: number };

/** The terms of a service, its row locked until the transaction ends; null when there is no such service. */
export async function lockServiceTerms(tx: Tx, key: ServiceKey): Promise<LockedService | null> {
  await tx.$queryRaw`
    SELECT 1 AS locked FROM services
    WHERE network_code = ${key.networkCode} AND currency_code = ${key.currencyCode} FOR UPDATE`;
  const row = await tx.service.findUnique({ where: { currencyCode_networkCode: { ...key } } });
  return row && { ...toTerms(row), decimals: row.decimals };
}

function toTerms(row: Service): ServiceTerms {
  return {
    isPaymentEnabled: row.isPaymentEnabled,
    isPayoutEnabled: row.isPayoutEnabled,
    paymentMin: decimal(row.paymentMin),
    paymentMax: decimal(row.paymentMax),
    paymentFeePercent: decimal(row.paymentFeePercent),
    paymentFeeFixed: decimal(row.paymentFeeFixed),
    payoutMin: decimal(row.payoutMin),
    payoutMax: decimal(row.payoutMax),
    payoutFeePercent: decimal(row.payoutFeePercent),
    payoutFeeFixed: decimal(row.payoutFeeFixed),
  };
}

export async function updateServiceTerms(tx: Tx, key: ServiceKey, terms: ServiceTerms): Promise<void> {
  const text = Object.entries(terms).map(([name, value]) => [
    name,
    typeof value === "boolean" ? value : value.toFixed(),
  ]);
  await tx.service.update({
    where: { currencyCode_networkCode: { ...key } },
    data: Object.fromEntries(text),
    select: { currencyCode: true },
  });
}
