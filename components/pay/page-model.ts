import type { BalanceOffer } from "@/lib/invoices/balance-offer";
import type { PayState } from "@/lib/invoices/pay-state";
import type { PayView } from "@/lib/invoices/pay-view";

/** Everything that the page is drawn from. */
export type PageModel = {
  readonly view: PayView;
  readonly state: PayState;
  /** The payer asked to see the coins again. */
  readonly isChoosing: boolean;
  /** What went wrong with what the payer has just asked for, in public words. */
  readonly error: string | null;
  /** Sandbox only: the panel that pays by itself. */
  readonly hasPlayMoney: boolean;
  /** Null for payers who are not signed in here. */
  readonly balance: PageBalance | null;
};

/** What a signed-in payer could pay out of the personal wallet. */
export type PageBalance = {
  /** Null where the wallet holds too little, or nothing can be paid now. */
  readonly offer: (BalanceOffer & { readonly seal: string }) | null;
  /** Of the coins that may be chosen, those that it holds enough of. */
  readonly coins: readonly string[];
};

/** Paths of the page; relative to the origin, so that they hold behind any proxy. */
export function payPath(uuid: string, part: "" | "/coin" | "/state" | "/sandbox" | "/balance" = ""): string {
  return `/pay/${uuid}${part}`;
}
