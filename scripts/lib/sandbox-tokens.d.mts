export type SandboxToken = {
  /** Of scripts/emulators/contracts. */
  readonly contract: string;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
};
export function deployToken(rpcUrl: string, owner: string, token: SandboxToken): Promise<string>;
