export const USAGE: string;
export function parseUpOptions(args: readonly string[]): {
  port: number;
  dataDir: string;
  chains: string[];
  workers: number;
  fresh: boolean;
  help: boolean;
};
