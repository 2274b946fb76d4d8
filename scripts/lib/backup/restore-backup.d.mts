export function restoreBackup(options: {
  url: string;
  path: string;
  identity: string;
  lostAddresses?: number | null;
  signers: readonly string[] | null;
  acceptsRestored?: boolean;
  onSettings?: (file: { name: string; bytes: Buffer }) => void;
}): Promise<{ takenAt: string; version: string; rows: number; lost: number; withheld: number }>;
