import type { Client } from "pg";

export type RunningProcess = {
  readonly kind: "web" | "worker";
  readonly version: string;
  readonly host: string;
  readonly pid: number;
  readonly startedAt: Date;
};
export const START_LOCK: bigint;
export const ALIVE_S: number;
export function listRunning(client: Pick<Client, "query">): Promise<RunningProcess[]>;
export function describeProcesses(processes: readonly RunningProcess[]): string[];
