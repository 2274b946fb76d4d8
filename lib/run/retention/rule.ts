import type { Tx } from "@/lib/kernel/db";
import type { Env } from "@/lib/kernel/env";

export type RetentionSetting = Extract<keyof Env, `RETAIN_${string}`>;

/** One page of a rule: how many rows it deleted or cleared, and where the next page begins. */
export type Step = {
  readonly count: number;
  /** Null: nothing is left to do. */
  readonly next: bigint | null;
};

/** What happens to one kind of data when it is older than a number of days. */
export type RetentionRule = {
  /** Names it in the audit log and in the log. */
  readonly subject: string;
  /** The setting with its days; 0: never. */
  readonly setting: RetentionSetting;
  /**
   * Deletes or clears the old rows of one page, within a transaction and a bounded number of rows.
   * `after` is the last page's `next`, 0 for the first page. What it did is not found again.
   */
  readonly step: (tx: Tx, days: number, after: bigint) => Promise<Step>;
};
