export function createPassword(): string;

/** Stops the server of a data folder. */
export function stopPostgres(dataDir: string): Promise<void>;

export function startPostgres(options: {
  readonly dataDir: string;
  readonly password: string;
  readonly port?: number;
  readonly processes?: Readonly<Record<string, string>>;
  readonly logFile?: string;
  readonly settings?: Readonly<Record<string, string>>;
}): Promise<{ readonly url: string; readonly port: number; readonly pid: number; readonly stop: () => Promise<void> }>;
