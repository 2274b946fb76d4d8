import { Prisma, type RefundRequestPolicy } from "@/lib/generated/prisma/client";
import { batched } from "@/lib/kernel/batch";
import type { Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { decimal } from "@/lib/kernel/money/decimal";
import { selectCoinLimits } from "@/lib/people/merchants/coin-limits-repo";
import { type AcceptedCoin, automaticFrom, type Merchant } from "@/lib/people/merchants/merchant";
import type { MemberRole } from "@/lib/people/merchants/role";
import type { MembershipView, MerchantSettingsInput, MerchantSettingsView } from "@/lib/people/merchants/schema";
import { parseSourceName } from "@/lib/pricing/rates/source-name";

/**
 * Whether new payments are blocked for a merchant (`m` in the statement): the operator has blocked
 * them, or has suspended an owner ("payments are blocked on the merchant or user" in the
 * specification's errors).
 */
export const PAYMENTS_BLOCKED = `(m.payments_blocked_at IS NOT NULL OR EXISTS (
  SELECT FROM merchant_members mm JOIN users u ON u.id = mm.user_id
  WHERE mm.merchant_id = m.id AND mm.role = 'owner' AND u.is_blocked))`;

export async function arePaymentsBlocked(tx: Tx, merchantId: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ isBlocked: boolean }[]>`
    SELECT ${Prisma.raw(PAYMENTS_BLOCKED)} AS "isBlocked" FROM merchants m WHERE m.id = ${merchantId}::uuid`;
  invariant(row, `merchant ${merchantId} is there`);
  return row.isBlocked;
}

/** `walletOwnerId`: whose personal wallets transfers reach, permanently. */
export function insertMerchant(tx: Tx, merchant: { name: string; walletOwnerId: string }): Promise<{ id: string }> {
  return tx.merchant.create({ data: merchant, select: { id: true } });
}

export async function insertMember(
  tx: Tx,
  member: { merchantId: string; userId: string; role: MemberRole },
): Promise<void> {
  await tx.merchantMember.create({ data: member, select: { userId: true } });
}

/** `requiresSecondFactor`: the merchant requires it of every member. */
export type MembershipRow = MembershipView & { readonly requiresSecondFactor: boolean };

/** Returns every merchant that the user belongs to, oldest membership first. */
export async function selectMemberships(tx: Tx, userId: string): Promise<MembershipRow[]> {
  const rows = await tx.merchantMember.findMany({
    where: { userId },
    orderBy: [{ createdAt: "asc" }, { merchantId: "asc" }],
    select: { merchantId: true, role: true, merchant: { select: { name: true, requiresSecondFactor: true } } },
  });
  return rows.map(({ merchantId, role, merchant }) => ({
    merchantId,
    merchantName: merchant.name,
    role,
    requiresSecondFactor: merchant.requiresSecondFactor,
  }));
}

export async function selectRequiresSecondFactor(tx: Tx, merchantId: string): Promise<boolean> {
  const row = await tx.merchant.findUnique({ where: { id: merchantId }, select: { requiresSecondFactor: true } });
  return row?.requiresSecondFactor ?? false;
}

/** False if it was set already. */
export async function updateRequiresSecondFactor(tx: Tx, merchantId: string, isRequired: boolean): Promise<boolean> {
  const { count } = await tx.merchant.updateMany({
    where: { id: merchantId, requiresSecondFactor: !isRequired },
    data: { requiresSecondFactor: isRequired },
  });
  return count === 1;
}

export async function selectMerchantSettings(tx: Tx, merchantId: string): Promise<MerchantSettingsView | null> {
  const row = await tx.merchant.findUnique({
    where: { id: merchantId },
    select: {
      id: true,
      name: true,
      supportContact: true,
      latePolicy: true,
      lateDriftPercent: true,
      payerMayRefresh: true,
      refundRequestPolicy: true,
      clientLibrary: true,
      webhookUrl: true,
      requestedRateSource: true,
      refundRequestsAutomaticSince: true,
    },
  });
  if (row === null) return null;
  const { supportContact, requestedRateSource, refundRequestsAutomaticSince: since, ...rest } = row;
  return {
    ...rest,
    supportContact: supportContact ?? "",
    requestedRateSource: requestedRateSource === null ? null : parseSourceName(requestedRateSource),
    refundRequestsAutomaticFrom: since === null ? null : automaticFrom(since).toISOString(),
  };
}

/** Where webhooks of objects without their own URL are sent; null: nowhere. */
export const selectWebhookUrl = batched(async (tx, merchantIds: readonly string[]): Promise<(string | null)[]> => {
  const rows = await tx.merchant.findMany({
    where: { id: { in: [...new Set(merchantIds)] } },
    select: { id: true, webhookUrl: true },
  });
  const urls = new Map(rows.map(({ id, webhookUrl }) => [id, webhookUrl]));
  return merchantIds.map((id) => urls.get(id) ?? null);
});

/**
 * Locks the merchant's row, which serialises changes, and returns its policy for payers' refund
 * requests.
 */
export async function lockRefundRequestPolicy(tx: Tx, merchantId: string): Promise<RefundRequestPolicy | null> {
  const rows = await tx.$queryRaw<{ policy: RefundRequestPolicy }[]>`
    SELECT refund_request_policy::text AS policy FROM merchants WHERE id = ${merchantId}::uuid FOR NO KEY UPDATE`;
  return rows[0]?.policy ?? null;
}

/**
 * `automaticSince`: when payers' refund requests were switched to automatic; null: they are not;
 * undefined: unchanged.
 */
export async function updateMerchantSettings(
  tx: Tx,
  merchantId: string,
  settings: MerchantSettingsInput,
  automaticSince: Date | null | undefined,
): Promise<void> {
  // Omitted settings must not be named at all.
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  const contact = settings.supportContact === "" ? { supportContact: null } : {};
  const since = automaticSince === undefined ? {} : { refundRequestsAutomaticSince: automaticSince };
  const data = { ...given, ...contact, ...since };
  await tx.merchant.update({ where: { id: merchantId }, data, select: { id: true } });
}

export async function selectMerchant(tx: Tx, id: string): Promise<Merchant | null> {
  const row = await tx.merchant.findUnique({
    where: { id },
    select: {
      name: true,
      paymentCommission: true,
      acceptedCoins: true,
      requestedRateSource: true,
      clientLibrary: true,
      payoutsBlockedAt: true,
    },
  });
  if (row === null) return null;
  return {
    id,
    name: row.name,
    paymentCommission: row.paymentCommission && decimal(row.paymentCommission),
    acceptedCoins: toAcceptedCoins(row.acceptedCoins),
    coinLimits: await selectCoinLimits(tx, id),
    requestedRateSource: row.requestedRateSource === null ? null : parseSourceName(row.requestedRateSource),
    clientLibrary: row.clientLibrary,
    convertedCoins: await selectAutoConverts(tx, id),
    arePaymentsBlocked: await arePaymentsBlocked(tx, id),
    arePayoutsBlocked: row.payoutsBlockedAt !== null,
  };
}

/** Maximum names that a selection offers; an installation with more needs a search. */
const NAMES_MAX = 500;

export function selectMerchantNames(tx: Tx): Promise<{ id: string; name: string }[]> {
  return tx.merchant.findMany({ orderBy: { name: "asc" }, take: NAMES_MAX, select: { id: true, name: true } });
}

/** Written by the gateway's own commands from validated input, so its shape is known. */
function toAcceptedCoins(value: unknown): readonly AcceptedCoin[] | null {
  return Array.isArray(value) ? (value as readonly AcceptedCoin[]) : null;
}

/** Returns the codes of the coins that a merchant converts automatically, in order. */
export async function selectAutoConverts(tx: Tx, merchantId: string): Promise<string[]> {
  const rows = await tx.autoConvert.findMany({
    where: { merchantId },
    orderBy: { currencyCode: "asc" },
    select: { currencyCode: true },
  });
  return rows.map((row) => row.currencyCode);
}

/** The payee: what a payer may know about a merchant. */
type Payee = { readonly name: string; readonly supportContact: string | null };

export async function findPayee(tx: Tx, merchantId: string): Promise<Payee> {
  return tx.merchant.findUniqueOrThrow({ where: { id: merchantId }, select: { name: true, supportContact: true } });
}
