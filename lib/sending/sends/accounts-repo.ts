import { database, type Tx } from "@/lib/kernel/db";

/**
 * Locks an account that sends, made at its first use, and answers the nonce that its next transaction takes; null where there are no
 * nonces. Everything that gives out nonces or coins, or moves custody of the account's sends, waits here.
 * @param hasNonces of the account's network, for one that is new
 */
export async function lockAccount(
  tx: Tx,
  networkCode: string,
  address: string,
  hasNonces = true,
): Promise<bigint | null> {
  const found = await selectForUpdate(tx, networkCode, address);
  if (found !== null) return found.nextNonce;
  // An account that the database does not know has never sent anything: the chain must agree (check-nonces.ts).
  const first = { networkCode, address, nextNonce: hasNonces ? 0n : null };
  await tx.sendingAccount.createMany({ data: [first], skipDuplicates: true });
  const made = await selectForUpdate(tx, networkCode, address);
  if (made === null) throw new Error(`the account ${address} of ${networkCode} could not be made`);
  return made.nextNonce;
}

type AccountRow = { readonly nextNonce: bigint | null };

async function selectForUpdate(tx: Tx, networkCode: string, address: string): Promise<AccountRow | null> {
  const rows = await tx.$queryRaw<AccountRow[]>`
    SELECT next_nonce AS "nextNonce" FROM sending_accounts WHERE network_code = ${networkCode} AND address = ${address} FOR UPDATE`;
  return rows[0] ?? null;
}

/** Under the lock. The database refuses a lower one. */
export async function setNextNonce(tx: Tx, networkCode: string, address: string, nextNonce: bigint): Promise<void> {
  await tx.sendingAccount.updateMany({ where: { networkCode, address }, data: { nextNonce } });
}

/** The next nonces of these accounts by our record; one that is missing has sent nothing. */
export async function readNextNonces(
  networkCode: string,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await database().sendingAccount.findMany({ where: { networkCode, address: { in: [...addresses] } } });
  return new Map(rows.map(({ address, nextNonce }) => [address, nextNonce ?? 0n]));
}

/** Whether an address is a hot wallet of ours, and not a deposit address. */
export async function isHotWallet(tx: Tx, address: string): Promise<boolean> {
  return (await tx.hotWallet.count({ where: { address } })) > 0;
}
