export type TestCounts = {
  passed: number;
  failed: number;
  skips: Record<string, number>;
  flaky?: number;
  details: string[];
};
export function countVitest(reportFile: string, exitCode: number): TestCounts;
export function countPlaywright(reportFile: string, exitCode: number): TestCounts;
