import type { FindingGroup } from "@/lib/fronts/doctor/schema";

/** What each group is called, on the page and in a terminal. Safe for the browser. */
export const GROUP_NAMES: Readonly<Record<FindingGroup, string>> = {
  database: "Database",
  worker: "Processes and jobs",
  networks: "Networks",
  prices: "Prices",
  money: "Money",
  messages: "Mails and webhooks",
  safety: "Safety",
};
