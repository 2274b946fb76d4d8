import { database } from "@/lib/kernel/db";

export type OperatorFactors = { readonly email: string; readonly hasFactor: boolean };

/** Everybody who may do what the operator may, and whether a password alone is enough to be them. */
export function readOperatorFactors(): Promise<OperatorFactors[]> {
  return database().$queryRaw<OperatorFactors[]>`
    SELECT u.email, u.totp_enabled_at IS NOT NULL OR EXISTS (SELECT FROM passkeys p WHERE p.user_id = u.id) AS "hasFactor"
    FROM users u WHERE u.is_operator AND NOT u.is_blocked ORDER BY 1`;
}
