import type { AmlAnswers } from "@/lib/money-in/questionnaires/schema";

/** Sources of funds in the dashboard's language. */
export const SOURCE_LABELS: Readonly<Record<AmlAnswers["source"], string>> = {
  salary: "Salary or wages",
  savings: "Savings",
  sale: "Sale of property or goods",
  trading: "Trading or investments",
  mining: "Mining or staking",
  business: "Business income",
  gift: "Gift or inheritance",
  other: "Other",
};
