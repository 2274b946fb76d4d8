import type { RunningTest } from "./running-tests.d.mts";

export function createTestWatchdog(options: {
  readonly limitOf: (entry: RunningTest) => number;
  readonly now?: () => number;
  readonly starvedMs?: (pid: number) => number;
}): { look(entries: readonly RunningTest[]): readonly RunningTest[] };
