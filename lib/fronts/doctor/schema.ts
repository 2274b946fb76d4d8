import { z } from "zod";
import type { Severity } from "@/lib/kernel/alarms/alarms";

/** `ok`, or the severity of what the doctor found; worst last. */
export const FINDING_STATES = ["ok", "warning", "error", "critical"] as const satisfies readonly ("ok" | Severity)[];
export type FindingState = (typeof FINDING_STATES)[number];

export const FINDING_GROUPS = [
  "settings",
  "database",
  "worker",
  "networks",
  "prices",
  "money",
  "messages",
  "safety",
] as const;
export type FindingGroup = (typeof FINDING_GROUPS)[number];

const moment = z.iso.datetime();

export const findingView = z.object({
  /** Stable: `network:eth`. */
  id: z.string(),
  group: z.enum(FINDING_GROUPS),
  name: z.string(),
  state: z.enum(FINDING_STATES),
  /** One sentence with the state. */
  summary: z.string(),
  /** How to fix it; null where there is nothing to fix. */
  remedy: z.string().nullable(),
  /** The measured value, for display. */
  measured: z.string().nullable(),
  since: moment.nullable(),
});
export type FindingView = z.output<typeof findingView>;

export const doctorView = z.object({
  /** The worst of the findings. */
  state: z.enum(FINDING_STATES),
  findings: z.array(findingView),
  checkedAt: moment,
  tookMs: z.int(),
});
export type DoctorView = z.output<typeof doctorView>;

/** Name of each group, on the page and in a terminal. Safe for the browser. */
export const GROUP_NAMES: Readonly<Record<FindingGroup, string>> = {
  settings: "Settings",
  database: "Database",
  worker: "Processes and jobs",
  networks: "Networks",
  prices: "Prices",
  money: "Money",
  messages: "Mail and webhooks",
  safety: "Security",
};
