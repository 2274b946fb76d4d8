/** Accounts as they were after an earlier block, for responses about older states. */

/**
 * Returns the account after `block`: the state before the first later block that changed it, or the
 * current one.
 */
export function accountAfter(ledger, machine, block, address) {
  for (const later of ledger.between(block.height + 1, ledger.head().height)) {
    if (later.before.has(address)) return later.before.get(address);
  }
  return machine.account(address);
}

/** Returns every address whose account differs between `block` and the head. */
export function changedSince(ledger, block) {
  const later = ledger.between(block.height + 1, ledger.head().height);
  return [...new Set(later.flatMap(({ before }) => [...before.keys()]))];
}

/**
 * Calls `run` while the runtime holds the accounts of an earlier block, and restores the current
 * ones.
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
