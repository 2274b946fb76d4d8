import { Prisma } from "@/lib/generated/prisma/client";
import { addToSums, type KeptSums } from "@/lib/ledger/add-to-sums";
import { periodOf, STATEMENT_KINDS } from "@/lib/ledger/statements/period";

const STATEMENT_SUMS: KeptSums = {
  stateTable: "statement_state",
  add: async (tx, after, upTo) => {
    await tx.$executeRaw`
      INSERT INTO statement_sums AS s (account_id, period, kind, incoming, outgoing, line_count, first_posting, last_posting)
      SELECT p.account_id, ${periodOf(Prisma.sql`e.created_at`)}, e.kind, sum(greatest(-p.amount, 0)), sum(least(-p.amount, 0)),
        count(*)::int, min(p.id), max(p.id)
      FROM postings p JOIN accounts a ON a.id = p.account_id JOIN journal_entries e ON e.id = p.entry_id
      WHERE p.id > ${after} AND p.id <= ${upTo} AND a.kind = ANY(${[...STATEMENT_KINDS]}::text[])
      GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      ON CONFLICT (account_id, period, kind) DO UPDATE SET incoming = s.incoming + excluded.incoming,
        outgoing = s.outgoing + excluded.outgoing, line_count = s.line_count + excluded.line_count,
        first_posting = least(s.first_posting, excluded.first_posting), last_posting = greatest(s.last_posting, excluded.last_posting)`;
  },
};

/** Adds postings to the sums of statements; see `addToSums`. */
export async function sumPostings(signal?: AbortSignal, postingsAtOnce?: number): Promise<void> {
  await addToSums(STATEMENT_SUMS, signal, postingsAtOnce);
}
