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
};

/** Paths of the page; relative to the origin, so that they hold behind any proxy. */
export function payPath(uuid: string, part: "" | "/coin" | "/state" | "/sandbox" = ""): string {
  return `/pay/${uuid}${part}`;
}
