import type { PayerPlanView, PlanPageView } from "@/lib/fronts/plan-page/load-plan-page";
import type { Locale } from "@/lib/kernel/locales/locales";
import type { Messages } from "@/lib/kernel/locales/messages";

/** The viewer of a plan, by the kind of link. */
export type PlanLooker =
  /** Anybody with the plan's own link. */
  | { readonly kind: "anybody"; readonly isSent: boolean; readonly typed: string }
  /** Somebody who received the link to accept it by mail. */
  | { readonly kind: "invited"; readonly token: string }
  | { readonly kind: "payer"; readonly token: string; readonly own: PayerPlanView };

export type PlanPageModel = {
  readonly view: PlanPageView;
  readonly looker: PlanLooker;
  /** Public error message about the last submission. */
  readonly error: string | null;
  readonly messages: Messages;
  readonly lang: Locale | null;
};
