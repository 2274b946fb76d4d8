import { passkeyPlace } from "@/lib/accounts/passkey-place";
import { selectPasskeys } from "@/lib/accounts/passkey-repo";
import { hasSecondFactor } from "@/lib/accounts/second-factor-prove";
import { selectSecondFactor } from "@/lib/accounts/second-factor-repo";
import type { PasskeyPlaceView, SecondFactorView } from "@/lib/accounts/second-factor-schema";
import { database } from "@/lib/db";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";

/** What the account page shows of a person's second factor. */
export async function getSecondFactor(userId: string): Promise<SecondFactorView> {
  const [person, passkeys] = await Promise.all([
    selectSecondFactor(database(), userId),
    selectPasskeys(database(), userId),
  ]);
  if (person === null) throw new AppError("signed_out", "Sign in again.");
  return {
    isOn: hasSecondFactor(person),
    totpSince: person.totpEnabledAt?.toISOString() ?? null,
    passkeys: passkeys.map(({ id, name, isBackedUp, createdAt, lastUsedAt }) => ({
      id,
      name,
      isBackedUp,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    recoveryCodesLeft: person.recoveryCodesLeft,
    passkeyPlace: getPasskeyPlace(),
  };
}

/** Where passkeys can be made and used, for the pages. */
export function getPasskeyPlace(): PasskeyPlaceView {
  const place = passkeyPlace(env().BASE_URL);
  return place.isAvailable ? { origin: place.origin, reason: null } : { origin: null, reason: place.reason };
}
