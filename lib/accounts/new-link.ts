import { insertAccountLink } from "@/lib/accounts/links-repo";
import type { Tx } from "@/lib/db";
import { invariant } from "@/lib/errors";
import type { AccountLinkKind } from "@/lib/generated/prisma/client";
import { hashOfLinkSecret, newLinkSecret } from "@/lib/link-secret";

/** Nobody waits a day for a new password; a proof may be looked for tomorrow. */
const LIFE_MS: Readonly<Record<AccountLinkKind, number>> = { reset_password: 3_600_000, verify_email: 24 * 3_600_000 };

export type LinkToMake = { readonly userId: string; readonly kind: AccountLinkKind; readonly email: string };

/** A link that works once. Its secret is answered here and kept nowhere. */
export async function makeAccountLink(tx: Tx, link: LinkToMake, now: Date): Promise<{ id: string; secret: string }> {
  const secret = newLinkSecret();
  const tokenHash = hashOfLinkSecret(secret);
  invariant(tokenHash, "a new secret has the form of one");
  const expiresAt = new Date(now.getTime() + LIFE_MS[link.kind]);
  return { id: await insertAccountLink(tx, { ...link, tokenHash, createdAt: now, expiresAt }), secret };
}
