import { Prisma } from "@/lib/generated/prisma/client";
import { addToSums, type KeptSums } from "@/lib/ledger/add-to-sums";
import { linesOf } from "@/lib/ledger/gateway-sums/lines";

const GATEWAY_SUMS: KeptSums = {
  stateTable: "gateway_sum_state",
  add: async (tx, after, upTo) => {
    await tx.$executeRaw`
      INSERT INTO gateway_sums AS s (period, kind, currency_code, earned, received_usd)
      SELECT l.period, l.kind, l.currency_code, sum(l.earned), sum(l.received_usd)
      FROM (${linesOf(Prisma.sql`SELECT * FROM postings WHERE id > ${after} AND id <= ${upTo}`)}) l
      GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      ON CONFLICT (period, kind, currency_code) DO UPDATE SET earned = s.earned + excluded.earned,
        received_usd = s.received_usd + excluded.received_usd`;
  },
};

/** Adds postings to the sums of the gateway; see `addToSums`. */
export async function sumGateway(signal?: AbortSignal, postingsAtOnce?: number): Promise<void> {
  await addToSums(GATEWAY_SUMS, signal, postingsAtOnce);
}
