import { readCookie } from "@/lib/fronts/dashboard/cookies";
import { MERCHANT_COOKIE, MERCHANT_HEADER, MERCHANT_PARAMETER } from "@/lib/fronts/paths/routes";
import { AppError } from "@/lib/kernel/errors";
import type { MembershipRow } from "@/lib/people/merchants/merchants-repo";

/** Methods that change nothing. */
export const READS: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/**
 * `named`: exactly this merchant. `preferred`: falls back to the user's first merchant if they are
 * not a member.
 */
export type MerchantChoice = { readonly named: string } | { readonly preferred: string | undefined };

/**
 * Returns the merchant that a request is about: the one of the page that sent it. A mutation must
 * name it, because another tab may have changed the cookie.
 * @throws AppError `forbidden` for a mutation that names none
 */
export function merchantChoiceOf(request: Request): MerchantChoice {
  const isRead = READS.has(request.method);
  const inAddress = isRead ? new URL(request.url).searchParams.get(MERCHANT_PARAMETER) : null;
  const named = request.headers.get(MERCHANT_HEADER) ?? inAddress;
  if (named !== null) return { named };
  if (isRead) return { preferred: readCookie(request.headers.get("cookie"), MERCHANT_COOKIE) };
  throw new AppError("forbidden", "This page does not belong to a merchant. Reload it.");
}

/**
 * Whether the user is no longer a member of the merchant that their pages showed last, but is a
 * member of others: the user is told so before another merchant is shown.
 */
export function isLost(
  memberships: readonly Pick<MembershipRow, "merchantId">[],
  preferred: string | undefined,
): boolean {
  if (preferred === undefined || preferred === "" || memberships.length === 0) return false;
  return memberships.every(({ merchantId }) => merchantId !== preferred);
}

/**
 * Returns the chosen one of the user's memberships. @throws AppError `forbidden` when they have
 * none, or not this one
 */
export function chosenOf(memberships: readonly MembershipRow[], choice: MerchantChoice): MembershipRow {
  const id = "named" in choice ? choice.named : choice.preferred;
  const found =
    memberships.find(({ merchantId }) => merchantId === id) ?? ("named" in choice ? undefined : memberships[0]);
  if (found !== undefined) return found;
  const isNone = memberships.length === 0;
  throw new AppError(
    "forbidden",
    isNone ? "You are not a member of any merchant." : "You are not a member of this page's merchant. Reload it.",
  );
}
