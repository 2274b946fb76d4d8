import { refusal } from "@/lib/kernel/refusals";

/** Why a payer's wish is not taken. */
export const recurrenceErrors = {
  wrongEmail: () => refusal("plan_email_wrong"),
  tooOften: () => refusal("plan_link_too_often"),
  noMail: () => refusal("plan_no_mail"),
  /** The merchant's payments are blocked; later it may work. */
  blocked: () => refusal("plan_shop_closed"),
  unknown: () => refusal("plan_link_unknown"),
  over: () => refusal("plan_link_over"),
  ended: () => refusal("plan_ended"),
} as const;
