/**
 * Executes one transaction and builds its metadata: balances before and after, fee, logs, inner
 * instructions.
 */
import { readLookupTable } from "./lookup-tables.mjs";
import { readMint, readTokenAccount, tokenAmount } from "./token-state.mjs";
import { isWritable } from "./wire.mjs";

/**
 * Returns the keys that a message loads from lookup tables: `{ writable, readonly }`. Keys missing
 * in a table are omitted, and the execution fails on them.
 */
export function findLoadedKeys(message, readAccount) {
  const loaded = { writable: [], readonly: [] };
  for (const { accountKey, writableIndexes, readonlyIndexes } of message.addressTableLookups ?? []) {
    const table = readLookupTable(readAccount(accountKey));
    loaded.writable.push(...writableIndexes.flatMap((index) => table[index] ?? []));
    loaded.readonly.push(...readonlyIndexes.flatMap((index) => table[index] ?? []));
  }
  return loaded;
}

/**
 * Returns the keys of a message in the order of instruction indexes, each with whether it is
 * writable.
 */
export function listKeys(message, loaded) {
  return [
    ...message.accountKeys.map((key, index) => ({
      key,
      signer: index < message.header.numRequiredSignatures,
      writable: isWritable(message, index),
      source: "transaction",
    })),
    ...loaded.writable.map((key) => ({ key, signer: false, writable: true, source: "lookupTable" })),
    ...loaded.readonly.map((key) => ({ key, signer: false, writable: false, source: "lookupTable" })),
  ];
}

/**
 * Returns the balances of those accounts that are token accounts; `readAccount` finds their mints.
 */
export function listTokenBalances(accounts, readAccount) {
  return accounts.flatMap((account, accountIndex) => {
    const holder = readTokenAccount(account);
    const mint = holder === null ? null : readMint(readAccount(holder.mint));
    if (mint === null) return [];
    const amount = tokenAmount(holder.units, mint.decimals);
    return {
      accountIndex,
      mint: holder.mint,
      owner: holder.owner,
      programId: account.owner,
      uiTokenAmount: { ...amount, uiAmount: holder.units === 0n ? null : amount.uiAmount },
    };
  });
}

export const lamportsOf = (account) => account?.lamports ?? 0n;
const sum = (amounts) => amounts.reduce((total, amount) => total + amount, 0n);

/**
 * A transaction cannot create or burn lamports except for its fee, so the difference is what it
 * paid.
 */
const feeOf = (before, after) => sum(before.map(lamportsOf)) - sum(after.map(lamportsOf));

function hasChanged(before, after) {
  if (before === null || after === null) return before !== after;
  return (
    before.lamports !== after.lamports || before.owner !== after.owner || Buffer.compare(before.data, after.data) !== 0
  );
}

/**
 * Executes a transaction of `readTransaction` and commits it. Returns `{ failure, meta, changed }`:
 * `meta` is null if the transaction paid nothing, in which case the chain ignores it; `changed`
 * maps addresses to their accounts before the change.
 */
export function executeTransaction(machine, transaction) {
  const loaded = findLoadedKeys(transaction.message, machine.account);
  const keys = listKeys(transaction.message, loaded).map(({ key }) => key);
  const before = keys.map(machine.account);
  const tokensBefore = listTokenBalances(before, machine.account);
  const result = machine.execute(transaction);
  const after = keys.map(machine.account);
  const fee = feeOf(before, after);
  if (result.failure !== null && fee === 0n) return { failure: result.failure, meta: null, changed: new Map() };
  return {
    failure: result.failure,
    changed: new Map(
      keys.flatMap((key, index) => (hasChanged(before[index], after[index]) ? [[key, before[index]]] : [])),
    ),
    meta: {
      err: result.failure,
      fee,
      preBalances: before.map(lamportsOf),
      postBalances: after.map(lamportsOf),
      preTokenBalances: tokensBefore,
      postTokenBalances: listTokenBalances(after, machine.account),
      innerInstructions: result.innerInstructions,
      logMessages: result.logs,
      loadedAddresses: loaded,
      computeUnitsConsumed: result.unitsConsumed,
      returnData: result.returnData,
    },
  };
}
