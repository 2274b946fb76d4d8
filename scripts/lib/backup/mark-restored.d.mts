export function markDatabase(options: {
  url: string;
  takenAt: string;
  lostAddresses?: number | null;
}): Promise<{ lost: number; withheld: number }>;
