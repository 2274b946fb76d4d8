import type { ChildProcess } from "node:child_process";

export type RunningChain = {
  readonly child: ChildProcess;
  readonly restart: () => Promise<ChildProcess>;
  readonly stop: () => Promise<void>;
  readonly close?: () => Promise<void>;
};

export type DescribedChain = {
  readonly family?: string;
  readonly rpcUrl: string;
  readonly payUrl?: string;
  readonly tokens: Readonly<Record<string, { readonly address: string; readonly decimals: number }>>;
};

export function startSandboxChains(options: {
  folder: string;
  logFolder: string;
  codes?: readonly string[];
  real?: readonly string[];
  onSpawn?: (name: string, child: ChildProcess) => void;
}): Promise<{
  readonly nodes: Readonly<Record<string, RunningChain>>;
  readonly networks: Readonly<Record<string, DescribedChain>>;
  readonly notes: readonly string[];
  readonly stop: () => Promise<void>;
}>;
