import type { Locale } from "@/lib/kernel/locales/locales";

type RefundQuery = {
  /** `1` for the form, or what was left there. */
  readonly refund?: string;
  /** Of a mail's link. */
  readonly token?: string;
  readonly lang: Locale | null;
};

/** Paths of what belongs to a payer's wish for money back; relative to the origin. */
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
