export function markDatabase(options: {
  url: string;
  takenAt: string | null;
  lostAddresses?: number | null;
}): Promise<{ takenAt: string; lost: number; withheld: number; isNew: boolean }>;
