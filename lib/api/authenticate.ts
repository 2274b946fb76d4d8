import { findApiMerchant } from "@/lib/api/repo";
import { isSignedBy } from "@/lib/api/signature";
import { AppError } from "@/lib/errors";
import type { ApiKeyKind } from "@/lib/generated/prisma/client";
import { openApiKey } from "@/lib/merchants/api-keys";
import type { Merchant } from "@/lib/merchants/merchant";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export type Caller = { readonly merchant: Merchant; readonly keyKind: ApiKeyKind; readonly keyId: string };

/**
 * Who signed this request. One answer for a missing header, an unknown merchant and a wrong signature, so that nobody can
 * find out which merchants exist.
 * @throws AppError `invalid_signature`
 */
export async function authenticate(headers: Headers, raw: Uint8Array, allowed: readonly ApiKeyKind[]): Promise<Caller> {
  const merchantId = headers.get("merchant") ?? "";
  const sign = headers.get("sign") ?? "";
  if (!UUID.test(merchantId) || sign === "") throw invalidSignature();
  const found = await findApiMerchant(merchantId.toLowerCase());
  if (found === null) throw invalidSignature();
  for (const key of found.keys) {
    if (!allowed.includes(key.kind)) continue;
    if (isSignedBy(raw, sign, openApiKey({ ...key, merchantId: found.merchant.id }, key.sealed))) {
      return { merchant: found.merchant, keyKind: key.kind, keyId: key.id };
    }
  }
  throw invalidSignature();
}

function invalidSignature(): AppError {
  return new AppError("invalid_signature", "Invalid Sign.");
}
