/**
 * Accounts as they were after an earlier block, for answers about states that are not the newest.
 */

/** The account after `block`: as the first later block found it, or as it is. */
export function accountAfter(ledger, machine, block, address) {
  for (const later of ledger.between(block.height + 1, ledger.head().height)) {
    if (later.before.has(address)) return later.before.get(address);
  }
  return machine.account(address);
}

/** Every address whose account differs between `block` and the head. */
export function changedSince(ledger, block) {
  const later = ledger.between(block.height + 1, ledger.head().height);
  return [...new Set(later.flatMap(({ before }) => [...before.keys()]))];
}

/**
 * Calls `run` while the runtime holds the accounts of an earlier block, and gives it back its own.
 */
export function inStateAfter(ledger, machine, block, run) {
  const addresses = changedSince(ledger, block);
  const newest = addresses.map((address) => [address, machine.account(address)]);
  const past = addresses.map((address) => [address, accountAfter(ledger, machine, block, address)]);
  for (const [address, account] of past) machine.setAccount(address, account);
  try {
    return run();
  } finally {
    for (const [address, account] of newest) machine.setAccount(address, account);
  }
}
