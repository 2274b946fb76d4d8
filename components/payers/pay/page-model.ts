import type { RefundAsk } from "@/components/payers/pay/refund-request/refund-ask";
import type { BalanceOffer } from "@/lib/fronts/payment-page/open-pay-view";
import type { PayState } from "@/lib/fronts/payment-page/pay-state";
import type { PayView } from "@/lib/fronts/payment-page/pay-view";
import type { Locale } from "@/lib/kernel/locales/locales";
import type { Messages } from "@/lib/kernel/locales/messages";

/** Everything that the page is rendered from. */
export type PageModel = {
  readonly view: PayView;
  readonly state: PayState;
  /** Shows the coins again. */
  readonly isChoosing: boolean;
  /** Search text for the coins; absent or empty: all of them. */
  readonly find?: string;
  /** The payer sends from an exchange: other amounts and warnings. */
  readonly isFromExchange?: boolean;
  /**
   * Sandbox only: the payer has just sent play money, when this many payments had been seen. Absent
   * or null: nothing was sent.
   */
  readonly sentAfter?: number | null;
  /** Refund request: the content of the form, or the submitted request; absent or null: none. */
  readonly refund?: RefundAsk | null;
  /** Public error message about the payer's last request. */
  readonly error: string | null;
  /** Sandbox only: the panel with test payments. */
  readonly hasPlayMoney: boolean;
  /** Null for payers who are not signed in here. */
  readonly balance: PageBalance | null;
  readonly messages: Messages;
  /** Set if the URL names the payer's language: every link of the page keeps it. */
  readonly lang: Locale | null;
};

/** What a signed-in payer could pay from the personal wallet. */
export type PageBalance = {
  /** Null if the balance is too low, or nothing can be paid now. */
  readonly offer: (BalanceOffer & { readonly seal: string }) | null;
  /** The available coins with a sufficient balance. */
  readonly coins: readonly string[];
};

/** Query of a link to the page. */
export type PathQuery = {
  readonly isChoosing?: boolean;
  readonly find?: string;
  readonly isFromExchange?: boolean;
  readonly sentAfter?: number | null;
  /** Shows the form for a refund address. */
  readonly isRefund?: boolean;
  /** Same as in the page's model. */
  readonly refund?: RefundAsk | null;
  readonly lang?: Locale | null;
};

/** Returns the number of payments that the page shows, whatever their status. */
export function countSeen({ deposits, cases }: Pick<PayView, "deposits" | "cases">): number {
  return deposits.length + cases.length;
}

/** Paths of the page; relative to the origin, so that they work behind any proxy. */
export function payPath(
  uuid: string,
  part: "" | "/coin" | "/state" | "/events" | "/sandbox" | "/balance" | "/renew" = "",
  {
    isChoosing = false,
    find = "",
    isFromExchange = false,
    sentAfter = null,
    isRefund = false,
    refund = null,
    lang = null,
  }: PathQuery = {},
): string {
  const query = new URLSearchParams();
  if (isChoosing) query.set("choose", "1");
  if (find !== "") query.set("find", find);
  if (isFromExchange) query.set("exchange", "1");
  if (sentAfter !== null) query.set("sent", String(sentAfter));
  if (isRefund || refund !== null) query.set("refund", refund?.sent?.id ?? "1");
  if (lang !== null) query.set("lang", lang);
  return `/pay/${uuid}${part}${query.size === 0 ? "" : `?${query}`}`;
}

/** Adds a language to a path. */
export function withLanguage(path: string, lang: Locale | null): string {
  if (lang === null) return path;
  return `${path}${path.includes("?") ? "&" : "?"}lang=${lang}`;
}
