import type { Locale } from "@/lib/kernel/locales/locales";

type RefundQuery = {
  /** `1` for the form, or the id of the submitted request. */
  readonly refund?: string;
  /** Token of a mailed link. */
  readonly token?: string;
  readonly lang: Locale | null;
};

/** Paths of a payer's refund request; relative to the origin. */
export function refundPath(
  uuid: string,
  part: "" | "/refund" | "/refund/sign" | "/refund/confirm",
  { refund, token, lang }: RefundQuery,
): string {
  const query = new URLSearchParams();
  if (refund !== undefined) query.set("refund", refund);
  if (token !== undefined) query.set("token", token);
  if (lang !== null) query.set("lang", lang);
  return `/pay/${uuid}${part}${query.size === 0 ? "" : `?${query}`}`;
}
