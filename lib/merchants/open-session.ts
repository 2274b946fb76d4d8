import type { Tx } from "@/lib/db";
import { sessionExpiry } from "@/lib/merchants/session-life";
import { insertSession } from "@/lib/merchants/sessions-repo";

/** The browser that a sign-in comes from. */
export type SignInOrigin = {
  readonly ip: string;
  readonly userAgent: string | null;
  /** What it keeps of the people who signed in with it before (lib/merchants/known-browser.ts). */
  readonly browserTokens?: readonly string[];
};

const USER_AGENT_CHARACTERS_MAX = 300;

/** Opens a session for somebody who has shown all that is asked of them. `secondFactorAt`: when that was more than a password. */
export function openSession(
  tx: Tx,
  who: { readonly userId: string; readonly secondFactorAt: Date | null },
  from: SignInOrigin,
  now: Date,
): Promise<{ id: string }> {
  return insertSession(tx, {
    ...who,
    expiresAt: sessionExpiry(now),
    createdAt: now,
    lastSeenAt: now,
    confirmedAt: now,
    ip: from.ip,
    userAgent: from.userAgent?.slice(0, USER_AGENT_CHARACTERS_MAX) ?? null,
  });
}
