import { z } from "zod";
import type { Severity } from "@/lib/kernel/alarms/alarms";

/** What the doctor found: ok, or how severe it is, the worst last. */
export const FINDING_STATES = ["ok", "warning", "error", "critical"] as const satisfies readonly ("ok" | Severity)[];
export type FindingState = (typeof FINDING_STATES)[number];

export const FINDING_GROUPS = ["database", "worker", "networks", "prices", "money", "messages", "safety"] as const;
export type FindingGroup = (typeof FINDING_GROUPS)[number];

const moment = z.iso.datetime();

export const findingView = z.object({
  /** Stable: `network:eth`. */
  id: z.string(),
  group: z.enum(FINDING_GROUPS),
  name: z.string(),
  state: z.enum(FINDING_STATES),
  /** One sentence: what is so. */
  summary: z.string(),
  /** How to fix it; null where there is nothing to fix. */
  remedy: z.string().nullable(),
  /** The figure behind it, for people. */
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

/** What each group is called, on the page and in a terminal. Safe for the browser. */
export const GROUP_NAMES: Readonly<Record<FindingGroup, string>> = {
  database: "Database",
  worker: "Processes and jobs",
  networks: "Networks",
  prices: "Prices",
  money: "Money",
  messages: "Mail and webhooks",
  safety: "Security",
};
