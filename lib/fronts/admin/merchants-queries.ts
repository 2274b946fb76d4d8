import { versionOf } from "@/lib/fronts/admin/edit-version";
import {
  type BlockEventRow,
  type MerchantRow,
  selectBlockEvents,
  selectMerchantBalances,
  selectMerchantPage,
  selectMerchantParts,
  selectMerchantRow,
} from "@/lib/fronts/admin/merchants-repo";
import {
  type BlockEventView,
  MERCHANT_PAGE_SIZE,
  type MerchantDetailView,
  type MerchantListQuery,
  type MerchantPageView,
  type MerchantRowView,
} from "@/lib/fronts/admin/merchants-schema";
import { AppError } from "@/lib/kernel/errors";
import { decimal } from "@/lib/kernel/money/decimal";
import { roundDown } from "@/lib/kernel/money/rounding";
import { parseListCursor, toListCursor } from "@/lib/kernel/paging/cursor";

const VOLUME_MS = 30 * 86_400_000;
const HUNDRED = decimal("100");
const USD_DECIMALS = 2;

/** Returns one page of merchants, newest first. */
export async function listMerchants(query: MerchantListQuery, now: Date): Promise<MerchantPageView> {
  const filter = {
    group: query.status ?? null,
    search: query.q || null,
    before: query.cursor ? parseListCursor(query.cursor) : null,
  };
  const rows = await selectMerchantPage(filter, volumeSince(now), MERCHANT_PAGE_SIZE + 1);
  const shown = rows.slice(0, MERCHANT_PAGE_SIZE);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return { items: shown.map(toRowView), nextCursor: last ? toListCursor({ at: last.createdAt, id: last.id }) : null };
}

/** Returns one merchant with its members, money, terms and blocks. @throws AppError `not_found` */
export async function readMerchant(id: string, now: Date): Promise<MerchantDetailView> {
  const [row, parts, balances, blocks] = await Promise.all([
    selectMerchantRow(id, volumeSince(now)),
    selectMerchantParts(id),
    selectMerchantBalances(id),
    selectBlockEvents(id),
  ]);
  if (row === null || parts === null) throw new AppError("not_found", "Merchant not found");
  const commissionPercent = toPercent(parts.paymentCommission);
  const { arePaymentsBlocked, arePayoutsBlocked } = row;
  return {
    ...toRowView(row),
    supportContact: parts.supportContact,
    members: parts.members.map(({ role, user: { id: userId, name, email } }) => ({ userId, name, email, role })),
    balances: balances.map(({ currency, amount }) => ({ currency, amount: decimal(amount).toFixed() })),
    commissionPercent,
    version: versionOf({ commissionPercent }),
    blocksVersion: versionOf({ arePaymentsBlocked, arePayoutsBlocked }),
    blocks: blocks.map(toBlockEvent),
  };
}

/** Converts a fraction of 1 to percent; null stays null. Pure. */
export function toPercent(part: Parameters<typeof decimal>[0] | null): string | null {
  return part === null ? null : decimal(part).times(HUNDRED).toFixed();
}

const volumeSince = (now: Date) => new Date(now.getTime() - VOLUME_MS);

function toRowView({ createdAt, volumeUsd, ...row }: MerchantRow): MerchantRowView {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    volumeUsd: roundDown(decimal(volumeUsd), USD_DECIMALS).toFixed(),
  };
}

function toBlockEvent({ id, at, by, detail, after }: BlockEventRow): BlockEventView {
  const known = { ...asFields(detail), ...asFields(after) };
  return {
    id: id.toString(),
    at: at.toISOString(),
    by: by ?? "the gateway",
    reason: String(known["reason"] ?? ""),
    arePaymentsBlocked: known["arePaymentsBlocked"] === true,
    arePayoutsBlocked: known["arePayoutsBlocked"] === true,
  };
}

function asFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
