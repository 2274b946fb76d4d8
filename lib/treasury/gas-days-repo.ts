import { database } from "@/lib/db";
import type { Prisma } from "@/lib/generated/prisma/client";

/** What settled transactions of each network have cost since then, in its native currency, and since when there are any. */
export function sumFeesPaid(since: Date): Promise<{ networkCode: string; paid: Prisma.Decimal; firstAt: Date }[]> {
  return database().$queryRaw<{ networkCode: string; paid: Prisma.Decimal; firstAt: Date }[]>`
    SELECT network_code AS "networkCode", sum(fee_paid) AS paid, min(settled_at) AS "firstAt"
    FROM outgoing_transactions WHERE settled_at > ${since} AND fee_paid > 0 GROUP BY 1`;
}
