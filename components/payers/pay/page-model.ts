import type { RefundAsk } from "@/components/payers/pay/refund-request/refund-ask";
import type { BalanceOffer } from "@/lib/fronts/payment-page/open-pay-view";
import type { PayState } from "@/lib/fronts/payment-page/pay-state";
import type { PayView } from "@/lib/fronts/payment-page/pay-view";
import type { Locale } from "@/lib/kernel/locales/locales";
import type { Messages } from "@/lib/kernel/locales/messages";

/** Everything that the page is drawn from. */
export type PageModel = {
  readonly view: PayView;
  readonly state: PayState;
  /** The payer asked to see the coins again. */
  readonly isChoosing: boolean;
  /** What the payer looks for among the coins; absent or empty: all of them. */
  readonly find?: string;
  /** The payer sends from an exchange: other amounts and other warnings. */
  readonly isFromExchange?: boolean;
  /**
   * Sandbox only: the payer has just sent play money, when so many payments had been seen. Absent
   * or null: nothing was sent.
   */
  readonly sentAfter?: number | null;
  /**
   * The payer asks for money back: what the form holds, or what was just left; absent or null: they
   * do not.
   */
  readonly refund?: RefundAsk | null;
  /** What went wrong with what the payer has just asked for, in public words. */
  readonly error: string | null;
  /** Sandbox only: the panel that pays by itself. */
  readonly hasPlayMoney: boolean;
  /** Null for payers who are not signed in here. */
  readonly balance: PageBalance | null;
  readonly messages: Messages;
  /**
   * Set where the payer's choice of a language stands in the address: every address of the page
   * goes on naming it.
   */
  readonly lang: Locale | null;
};

/** What a signed-in payer could pay out of the personal wallet. */
export type PageBalance = {
  /** Null where the wallet holds too little, or nothing can be paid now. */
  readonly offer: (BalanceOffer & { readonly seal: string }) | null;
  /** Of the coins that may be chosen, those that it holds enough of. */
  readonly coins: readonly string[];
};

/** What an address of the page says beside the payment. */
export type PathQuery = {
  readonly isChoosing?: boolean;
  readonly find?: string;
  readonly isFromExchange?: boolean;
  readonly sentAfter?: number | null;
  /** The form for an address that money can be sent back to. */
  readonly isRefund?: boolean;
  /** The same as it stands in a model of the page. */
  readonly refund?: RefundAsk | null;
  readonly lang?: Locale | null;
};

/** Payments that the page shows, whatever became of them. */
export function countSeen({ deposits, cases }: Pick<PayView, "deposits" | "cases">): number {
  return deposits.length + cases.length;
}

/** Paths of the page; relative to the origin, so that they hold behind any proxy. */
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

/** The same path, naming a language. */
export function withLanguage(path: string, lang: Locale | null): string {
  if (lang === null) return path;
  return `${path}${path.includes("?") ? "&" : "?"}lang=${lang}`;
}
