export function recordBackup(
  url: string,
  backup: { takenAt: Date; method: "archive" | "pgbackrest"; label: string; bytes: number },
): Promise<void>;
