import type { ChildProcess } from "node:child_process";

/** How a network of the sandbox is started, whatever its family. */
export type StartChain = (
  code: string,
  options: {
    readonly folder: string;
    readonly logFile: string;
    readonly memory: Readonly<Record<string, unknown>>;
    readonly onSpawn?: (child: ChildProcess) => void;
  },
) => Promise<{
  readonly node: {
    readonly child: ChildProcess;
    readonly restart: () => Promise<ChildProcess>;
    readonly stop: () => Promise<void>;
    /** Ends what runs in this process for it. */
    readonly close?: () => Promise<void>;
  };
  readonly description: {
    readonly family: string;
    readonly rpcUrl: string;
    readonly payUrl: string;
    /** Takes the gateway's keys, where its wallets are services (Monero). */
    readonly walletsUrl?: string;
    readonly faucet?: string;
    readonly tokens: Readonly<Record<string, { readonly address: string; readonly decimals: number }>>;
  };
  readonly memory: Readonly<Record<string, unknown>>;
}>;

export const startNodeChain: StartChain;
export function moneroBlocker(): string | null;
