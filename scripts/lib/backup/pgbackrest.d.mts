export function findGoodBackup(
  text: string,
  stanza: string,
  systemId: string,
): { label: string; takenAt: Date; bytes: number };
