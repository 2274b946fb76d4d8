import { database, type Tx } from "@/lib/db";

/** Transfers of one contract that were read together, and where the last of them went. */
export type CountedToken = {
  readonly contract: string;
  readonly added: number;
  readonly transactionId: string;
  readonly toAddress: string;
};

/** With all transfers of the contract until now. */
type CountedSoFar = CountedToken & { readonly count: bigint; readonly isNew: boolean };

/** In one statement, however many contracts there are, each named once. */
export async function upsertUnknownTokens(
  tx: Tx,
  networkCode: string,
  tokens: readonly CountedToken[],
): Promise<CountedSoFar[]> {
  const rows = await tx.$queryRaw<{ contract: string; count: bigint; isNew: boolean }[]>`
    INSERT INTO unknown_tokens AS t (network_code, contract, count, last_seen_at, last_transaction_id, last_to_address)
    SELECT ${networkCode}, r.contract, r.added, now(), r."transactionId", r."toAddress"
    FROM jsonb_to_recordset(${JSON.stringify(tokens)}::jsonb) AS r(contract text, added bigint, "transactionId" text, "toAddress" text)
    ON CONFLICT (network_code, contract) DO UPDATE SET count = t.count + excluded.count, last_seen_at = now(),
      last_transaction_id = excluded.last_transaction_id, last_to_address = excluded.last_to_address
    RETURNING t.contract, t.count, t.first_seen_at = t.last_seen_at AS "isNew"`;
  const byContract = new Map(rows.map((row) => [row.contract, row]));
  return tokens.flatMap((token) => {
    const row = byContract.get(token.contract);
    return row === undefined ? [] : [{ ...token, ...row }];
  });
}

/** Leaves those that were seen last, of those seen at once the ones that came most often. */
export async function forgetOldestTokens(tx: Tx, networkCode: string, kept: number): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM unknown_tokens WHERE network_code = ${networkCode} AND contract IN (
      SELECT contract FROM unknown_tokens WHERE network_code = ${networkCode}
      ORDER BY last_seen_at DESC, count DESC, contract OFFSET ${kept})`;
}

/** Those of a network that came most often first. */
export function listUnknownTokens(networkCode: string, limit: number) {
  return database().unknownToken.findMany({
    where: { networkCode },
    orderBy: [{ count: "desc" }, { lastSeenAt: "desc" }, { contract: "asc" }],
    take: limit,
  });
}
