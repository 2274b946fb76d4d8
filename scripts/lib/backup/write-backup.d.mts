export function writeBackup(options: {
  url: string;
  path: string;
  recipients: readonly string[];
  settingsFiles?: readonly string[];
  signingKey?: string | null;
}): Promise<{ takenAt: Date; bytes: number; rows: number; tables: number }>;
