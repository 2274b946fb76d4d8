export type RunningTest = {
  readonly pid: number;
  readonly step: number;
  readonly file: string | null;
  readonly test: string | null;
};
export const RUNNING_FOLDER: string;
export function recordRunning(folder: string, file: string | null, test: string | null): void;
export function recordPlaywrightWorker(): void;
