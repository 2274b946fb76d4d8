export const USAGE: string;
export function parseTestOptions(args: readonly string[]): {
  tier: "gate" | "all" | "long";
  shard: { index: number; count: number };
  help: boolean;
};
