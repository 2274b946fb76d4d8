/** Simulates a transaction in the state after a block, without changing anything. */
import { findLoadedKeys, lamportsOf, listKeys, listTokenBalances } from "./execution.mjs";
import { messageDigest } from "./ledger.mjs";
import { accountAfter, inStateAfter } from "./past-accounts.mjs";

const NOTHING_DONE = { logs: [], innerInstructions: [], unitsConsumed: 0, returnData: null, accounts: new Map() };

/**
 * Returns `{ failure, logs, innerInstructions, unitsConsumed, returnData, accounts }`; `accounts`
 * maps the accounts that a successful transaction would leave. Without `replacesHash` the
 * transaction's own hash must be valid.
 */
export function tryAfter(
  { ledger, machine },
  block,
  transaction,
  { replacesHash = false, verifiesSignatures = true } = {},
) {
  if (!replacesHash && !ledger.isHashValidAfter(block, transaction.message.recentBlockhash)) {
    return { ...NOTHING_DONE, failure: "BlockhashNotFound" };
  }
  if (ledger.heightOfMessage(messageDigest(transaction.messageBytes)) <= block.height) {
    return { ...NOTHING_DONE, failure: "AlreadyProcessed" };
  }
  return inStateAfter(ledger, machine, block, () => machine.simulate(transaction, { verifiesSignatures }));
}

const sum = (amounts) => amounts.reduce((total, amount) => total + amount, 0n);

/**
 * Returns the balances before and after a successful simulation, in the format of its response;
 * null for each if the runtime gave up.
 */
export function describeTrialBalances({ ledger, machine }, block, { message }, { failure, accounts }) {
  const read = (address) => accountAfter(ledger, machine, block, address);
  const loadedAddresses = findLoadedKeys(message, read);
  const nothing = { fee: null, preBalances: null, postBalances: null, preTokenBalances: null, postTokenBalances: null };
  if (failure !== null) return { ...nothing, loadedAddresses };
  const keys = listKeys(message, loadedAddresses).map(({ key }) => key);
  const before = keys.map(read);
  const readLater = (address) => (accounts.has(address) ? accounts.get(address) : read(address));
  const after = keys.map(readLater);
  const [preBalances, postBalances] = [before.map(lamportsOf), after.map(lamportsOf)];
  return {
    fee: sum(preBalances) - sum(postBalances),
    loadedAddresses,
    preBalances,
    postBalances,
    preTokenBalances: listTokenBalances(before, read),
    postTokenBalances: listTokenBalances(after, readLater),
  };
}
