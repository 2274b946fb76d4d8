import { recordFailure, recordGoodSignature } from "@/lib/fronts/machine-api/address-limits";
import { type ApiMerchant, findApiMerchant, type MerchantKey, recallApiMerchant } from "@/lib/fronts/machine-api/repo";
import {
  assertTimely,
  isSignedBy,
  isTimedBy,
  parseTimedSignature,
  type SignedCall,
  TIMED_SIGNATURE,
  TIMED_SIGNATURE_SECONDS,
  type TimedSignature,
} from "@/lib/fronts/machine-api/signatures";
import type { ApiKeyKind } from "@/lib/generated/prisma/client";
import { assertClock } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { spendSignature } from "@/lib/people/keys/api-keys";
import type { Merchant } from "@/lib/people/merchants/merchant";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

type Told = Pick<Headers, "get">;

export type Caller = {
  readonly merchant: Merchant;
  /** The version of `merchant` (`merchant_versions`). */
  readonly version: string;
  /** Read from this process's cache, so it may be outdated. */
  readonly isRecalled: boolean;
  readonly keyKind: ApiKeyKind;
  readonly keyId: string;
  /** The signature, if it is valid only once; null for `sign`, which contains no time. */
  readonly timed: TimedSignature | null;
};

/**
 * Returns the signer of a request: by its timed signature if it has one, otherwise by `sign`. A
 * missing header, an unknown merchant and a wrong signature get the same response, so that nobody
 * can find out which merchants exist, and count against the address; a signer with the key is told
 * what else is wrong.
 *
 * With `mayRecall`, the merchant and its keys may come from this process's cache; if they do not
 * confirm the signature, they are always read again. The caller must then compare the version in a
 * statement of its own.
 * @throws AppError `invalid_signature`
 * @throws WrongClock
 */
export async function authenticate(
  headers: Told,
  call: SignedCall,
  allowed: readonly ApiKeyKind[],
  { now = new Date(), mayRecall = false }: { readonly now?: Date; readonly mayRecall?: boolean } = {},
): Promise<Caller> {
  await assertClock();
  const merchantId = (headers.get("merchant") ?? "").toLowerCase();
  const signature = UUID.test(merchantId) ? signatureIn(headers, call) : null;
  const signerAmong = (found: ApiMerchant | null, isRecalled: boolean) =>
    found && signature && signerOf(found, signature, { allowed, now, isRecalled });
  const known = mayRecall && signature !== null ? signerAmong(recallApiMerchant(merchantId), true) : null;
  const signer = known ?? (signature && signerAmong(await findApiMerchant(merchantId), false));
  if (signer === null) {
    recordFailure(headers);
    throw new AppError("invalid_signature", "Invalid Sign.");
  }
  recordGoodSignature(headers);
  const { callsNeedTimedSignature, ...caller } = signer;
  if (caller.timed !== null) assertTimely(caller.timed, now);
  else if (callsNeedTimedSignature) throw timedSignatureMissing();
  return caller;
}

type Signer = Caller & { readonly callsNeedTimedSignature: boolean };

type Circumstances = { readonly allowed: readonly ApiKeyKind[]; readonly now: Date; readonly isRecalled: boolean };

function signerOf(
  found: ApiMerchant,
  signature: Signature,
  { allowed, now, isRecalled }: Circumstances,
): Signer | null {
  const isGood = ({ kind, endsAt }: MerchantKey) => allowed.includes(kind) && (endsAt === null || endsAt > now);
  const key = found.keys.find((one) => isGood(one) && signature.by(one.secret()));
  if (key === undefined) return null;
  const { merchant, version, callsNeedTimedSignature } = found;
  const { timed } = signature;
  return { merchant, version, isRecalled, keyKind: key.kind, keyId: key.id, timed, callsNeedTimedSignature };
}

/** Consumes a timed signature. @throws AppError `invalid_signature` when it was used before */
export async function markSignatureUsed({ seconds, mac }: TimedSignature): Promise<void> {
  // Twice its validity, to allow for clock skew between web processes.
  const expiresAt = new Date((seconds + 2 * TIMED_SIGNATURE_SECONDS) * 1000);
  if (await spendSignature(mac, expiresAt)) return;
  throw new AppError("invalid_signature", `${TIMED_SIGNATURE}: it was used already. Sign every call anew`);
}

type Signature = { readonly timed: TimedSignature | null; readonly by: (secret: string) => boolean };

/** Returns null for no signature and for a malformed timed one, even if there is also a `sign`. */
function signatureIn(headers: Told, call: SignedCall): Signature | null {
  const header = headers.get(TIMED_SIGNATURE);
  if (header !== null) {
    const timed = parseTimedSignature(header);
    return timed && { timed, by: (secret) => isTimedBy(call, timed, secret) };
  }
  const sign = headers.get("sign") ?? "";
  return sign === "" ? null : { timed: null, by: (secret) => isSignedBy(call.raw, sign, secret) };
}

function timedSignatureMissing(): AppError {
  const message = `${TIMED_SIGNATURE}: this merchant's calls have to carry it in the place of sign`;
  return new AppError("invalid_signature", message);
}
