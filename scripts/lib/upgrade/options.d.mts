export function upgradeOptions(args: readonly string[]): {
  readonly "backup-to"?: string;
  readonly "restart-worker"?: string;
  readonly "restart-web"?: string;
  readonly contract: boolean;
  readonly back: boolean;
  readonly wait: number;
  readonly "web-role": string;
  readonly "worker-role": string;
};
