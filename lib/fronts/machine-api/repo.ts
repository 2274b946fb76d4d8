import DataLoader from "dataloader";
import { LRUCache } from "lru-cache";
import type { ApiKeyKind } from "@/lib/generated/prisma/client";
import { connectionPool } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { openApiKey } from "@/lib/people/keys/api-keys";
import { COIN_LIMITS, type CoinLimitsColumn, toCoinLimits } from "@/lib/people/merchants/coin-limits-repo";
import type { AcceptedCoin, Merchant } from "@/lib/people/merchants/merchant";
import { PAYMENTS_BLOCKED } from "@/lib/people/merchants/merchants-repo";
import type { ClientLibrary } from "@/lib/people/merchants/schema";
import { parseSourceName } from "@/lib/pricing/rates/source-name";

/** A merchant with its version (`merchant_versions`) and its valid keys, as read. */
export type ApiMerchant = {
  readonly merchant: Merchant;
  readonly version: string;
  readonly callsNeedTimedSignature: boolean;
  readonly keys: MerchantKey[];
};

export type MerchantKey = {
  readonly id: string;
  readonly kind: ApiKeyKind;
  readonly endsAt: Date | null;
  /** Decrypts once. @throws Error when its key is not configured */
  readonly secret: () => string;
};

type Row = {
  merchant_id: string;
  name: string;
  payment_commission: string | null;
  accepted_coins: AcceptedCoin[] | null;
  coin_limits: CoinLimitsColumn;
  course_source: string | null;
  client_library: ClientLibrary;
  converted_coins: string[] | null;
  are_payments_blocked: boolean;
  payouts_blocked_at: Date | null;
  calls_need_timed_signature: boolean;
  version: string;
  key_id: string;
  kind: ApiKeyKind;
  ends_at: Date | null;
  secret: Buffer;
};

const RECALLED_MAX = 5_000;
/** As last read by this process. */
const recalled = new LRUCache<string, ApiMerchant>({ max: RECALLED_MAX });

/**
 * Returns a merchant as last read by this process, possibly outdated. Only for a call whose own
 * statement compares the version and does nothing if it differs (`endpoint`).
 */
export function recallApiMerchant(merchantId: string): ApiMerchant | null {
  return recalled.get(merchantId) ?? null;
}

/**
 * Batches all merchants of one event-loop turn into one query. Caches nothing: the statement starts
 * after the turn's last call, so no result is older than its request.
 */
const merchants = new DataLoader<string, ApiMerchant | null>(
  async (merchantIds) => {
    const found = await findApiMerchants([...new Set(merchantIds)]);
    return merchantIds.map((merchantId) => found.get(merchantId) ?? null);
  },
  { cache: false, batchScheduleFn: (ask) => void setImmediate(ask) },
);

/**
 * Returns a merchant with its currently valid keys. Every request waits for it, so it uses `pg`
 * directly, and concurrent requests share one statement.
 */
export async function findApiMerchant(merchantId: string): Promise<ApiMerchant | null> {
  return await merchants.load(merchantId);
}

async function findApiMerchants(merchantIds: readonly string[]): Promise<ReadonlyMap<string, ApiMerchant>> {
  const { rows } = await connectionPool().query<Row>({
    name: "find-api-merchants",
    text: `SELECT m.id AS merchant_id, m.name, m.payment_commission, m.accepted_coins, m.course_source,
             m.client_library, ${PAYMENTS_BLOCKED} AS are_payments_blocked, m.payouts_blocked_at, m.calls_need_timed_signature,
             v.version, k.id AS key_id, k.kind, k.ends_at, k.secret,
             (SELECT array_agg(c.currency_code) FROM auto_converts c WHERE c.merchant_id = m.id) AS converted_coins,
             ${COIN_LIMITS} AS coin_limits
           FROM merchants m JOIN merchant_versions v ON v.merchant_id = m.id JOIN api_keys k ON k.merchant_id = m.id
           WHERE m.id = ANY ($1::uuid[]) AND (k.ends_at IS NULL OR k.ends_at > now())
           ORDER BY k.ends_at DESC NULLS FIRST`,
    values: [merchantIds],
  });
  const found = new Map<string, ApiMerchant>();
  for (const row of rows) {
    const key = toKey(row);
    const earlier = found.get(row.merchant_id);
    if (earlier === undefined) found.set(row.merchant_id, toApiMerchant(row, key));
    else earlier.keys.push(key);
  }
  for (const [merchantId, merchant] of found) recalled.set(merchantId, merchant);
  return found;
}

function toKey({ key_id: id, kind, ends_at: endsAt, merchant_id: merchantId, secret: sealed }: Row): MerchantKey {
  let opened: string | undefined;
  const secret = () => {
    opened ??= openApiKey({ id, kind, merchantId }, sealed);
    return opened;
  };
  return { id, kind, endsAt, secret };
}

function toApiMerchant(row: Row, key: MerchantKey): ApiMerchant {
  const { version, calls_need_timed_signature: callsNeedTimedSignature } = row;
  return { merchant: toMerchant(row), version, callsNeedTimedSignature, keys: [key] };
}

function toMerchant(row: Row): Merchant {
  return {
    id: row.merchant_id,
    name: row.name,
    paymentCommission: row.payment_commission === null ? null : decimal(row.payment_commission),
    acceptedCoins: row.accepted_coins,
    coinLimits: toCoinLimits(row.coin_limits),
    requestedRateSource: row.course_source === null ? null : parseSourceName(row.course_source),
    clientLibrary: row.client_library,
    convertedCoins: row.converted_coins ?? [],
    arePaymentsBlocked: row.are_payments_blocked,
    arePayoutsBlocked: row.payouts_blocked_at !== null,
  };
}
