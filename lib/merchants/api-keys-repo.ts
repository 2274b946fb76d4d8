import { database, type Tx } from "@/lib/db";
import type { ApiKeyKind } from "@/lib/generated/prisma/client";

export async function insertKey(
  tx: Tx,
  row: { id: string; merchantId: string; kind: ApiKeyKind; sealed: Uint8Array<ArrayBuffer>; hint: string },
): Promise<void> {
  const { sealed, ...rest } = row;
  await tx.apiKey.create({ data: { ...rest, secret: sealed }, select: { id: true } });
}

export async function endCurrentKey(tx: Tx, merchantId: string, kind: ApiKeyKind, endsAt: Date): Promise<void> {
  await tx.apiKey.updateMany({ where: { merchantId, kind, endsAt: null }, data: { endsAt } });
}

export function selectUsableKeys(db: Tx, merchantId: string, kind: ApiKeyKind, now: Date) {
  return db.apiKey.findMany({
    where: { merchantId, kind, OR: [{ endsAt: null }, { endsAt: { gt: now } }] },
    orderBy: [{ endsAt: { sort: "desc", nulls: "first" } }],
    select: { id: true, secret: true, createdAt: true, endsAt: true },
  });
}

export function selectKeyHints(merchantId: string, now: Date) {
  return database().apiKey.findMany({
    where: { merchantId, OR: [{ endsAt: null }, { endsAt: { gt: now } }] },
    orderBy: { createdAt: "desc" },
    select: { id: true, kind: true, hint: true, createdAt: true, endsAt: true },
  });
}
