import { database } from "@/lib/kernel/db";

/** When workers last tried a node of each network. */
export function selectProbeTimes(): Promise<{ networkCode: string; triedAt: Date }[]> {
  return database().$queryRaw<{ networkCode: string; triedAt: Date }[]>`
    SELECT split_part(subject, ':', 2) AS "networkCode", max(checked_at) AS "triedAt" FROM probes
    WHERE subject LIKE 'node:%' GROUP BY 1`;
}

/** Networks whose setting no worker can use. */
export async function selectSetAside(): Promise<{ networkCode: string; message: string }[]> {
  const where = { kind: "network-set-aside", clearedAt: null };
  const rows = await database().alarm.findMany({ where, select: { subject: true, message: true } });
  return rows.map(({ subject, message }) => ({ networkCode: subject, message }));
}
