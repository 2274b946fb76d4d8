import { Prisma } from "@/lib/generated/prisma/client";
import { database } from "@/lib/kernel/db";
import type { ListPosition } from "@/lib/kernel/paging/cursor";
import type { SendStatus, WaitReason } from "@/lib/sending/sends/send";

export type SendFilter = {
  readonly networks: readonly string[];
  readonly statuses: readonly SendStatus[] | null;
  readonly reason: WaitReason | null;
  /** Only sends older than this (ties broken by id). */
  readonly before: ListPosition | null;
};

const OUTGOING = {
  select: { version: true, nonce: true, feePaid: true, _count: { select: { sends: true } } },
} as const;

export type SendRow = Prisma.SendGetPayload<{ include: { outgoing: typeof OUTGOING } }>;

/**
 * Returns sends of these networks, newest first. Reads each network's newest by its index and
 * merges them into the page.
 */
export async function selectSendPage(filter: SendFilter, limit: number): Promise<SendRow[]> {
  const { networks, statuses, reason, before } = filter;
  const conditions = Prisma.sql`${statuses === null ? Prisma.empty : Prisma.sql`AND s.status::text = ANY(${[...statuses]}::text[])`}
    ${reason === null ? Prisma.empty : Prisma.sql`AND s.status = 'queued' AND s.wait_reason = ${reason}`}
    ${before === null ? Prisma.empty : Prisma.sql`AND (s.created_at, s.id) < (${before.at}, ${before.id}::uuid)`}`;
  const found = await database().$queryRaw<{ id: string }[]>`
    SELECT newest.id FROM unnest(${[...networks]}::text[]) AS n (code), LATERAL (
      SELECT s.id, s.created_at FROM sends s WHERE s.network_code = n.code ${conditions}
      ORDER BY s.created_at DESC, s.id DESC LIMIT ${limit}) newest
    ORDER BY newest.created_at DESC, newest.id DESC LIMIT ${limit}`;
  return database().send.findMany({
    where: { id: { in: found.map(({ id }) => id) } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    include: { outgoing: OUTGOING },
  });
}

const VERSIONS = { orderBy: { version: "asc" }, omit: { raw: true } } as const;
const OLDEST_FIRST = [{ createdAt: "asc" }, { id: "asc" }] as const satisfies Prisma.SendOrderByWithRelationInput[];

/**
 * Returns one send with its transaction, all versions of it, its other sends, and earlier expired
 * transactions; null if there is none.
 */
export function selectSend(id: string) {
  return database().send.findUnique({
    where: { id },
    include: {
      outgoing: {
        include: {
          versions: VERSIONS,
          sends: { orderBy: [...OLDEST_FIRST] },
          _count: { select: { sends: true, coins: true } },
        },
      },
      expired: {
        orderBy: { outgoing: { createdAt: "asc" } },
        include: { outgoing: { include: { versions: VERSIONS } } },
      },
    },
  });
}
export type SendWithVersions = NonNullable<Awaited<ReturnType<typeof selectSend>>>;
