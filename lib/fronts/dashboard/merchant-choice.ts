import { readCookie } from "@/lib/fronts/dashboard/cookies";
import { MERCHANT_COOKIE, MERCHANT_HEADER, MERCHANT_PARAMETER } from "@/lib/fronts/paths/routes";
import { AppError } from "@/lib/kernel/errors";
import type { MembershipRow } from "@/lib/people/merchants/merchants-repo";

const READS = new Set(["GET", "HEAD"]);

/** `named`: this merchant or none. `preferred`: the person's first where it is none of theirs. */
export type MerchantChoice = { readonly named: string } | { readonly preferred: string | undefined };

/**
 * The merchant that a request is about: the one of the page that sent it. What changes something
 * has to name it, because the cookie may be of another tab by then.
 * @throws AppError `forbidden` for a change that names none
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
 * Whether the merchant that a person's pages showed last is none of theirs any more, though others
 * are: that is said, before another's are.
 */
export function isLost(
  memberships: readonly Pick<MembershipRow, "merchantId">[],
  preferred: string | undefined,
): boolean {
  if (preferred === undefined || preferred === "" || memberships.length === 0) return false;
  return memberships.every(({ merchantId }) => merchantId !== preferred);
}

/**
 * The membership that is meant, among a person's own. @throws AppError `forbidden` when they have
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
