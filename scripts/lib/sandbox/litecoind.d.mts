import type { ChildProcess } from "node:child_process";

export function findLitecoind(): string | null;
export function startLitecoind(options: {
  network: "btc" | "ltc";
  folder: string;
  port?: number;
  isPortFixed?: boolean;
  logFile: string;
  onSpawn?: (child: ChildProcess) => void;
}): Promise<{
  child: ChildProcess;
  pid: number;
  port: number;
  rpcUrl: string;
  send: (payment: { to: string; units: bigint }) => Promise<string>;
  stop: () => Promise<void>;
}>;
