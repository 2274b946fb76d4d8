/** Blocks for the state file, without what each repeats of the one before. */

/** The first block whole, and of each other one what does not follow from it. */
export function packBlocks([first, ...others]) {
  return {
    first,
    others: others.map(({ slot, hash, time, records, before }) =>
      records.length === 0 ? [slot, hash, time] : [slot, hash, time, records, before],
    ),
  };
}

/** What `packBlocks` was given. */
export function unpackBlocks({ first, others }) {
  let parent = first;
  const rest = others.map(([slot, hash, time, records = [], before = new Map()]) => {
    const links = { parentSlot: parent.slot, previousHash: parent.hash };
    const transactionCount = parent.transactionCount + records.length;
    parent = { slot, ...links, height: parent.height + 1, hash, time, records, before, transactionCount };
    return parent;
  });
  return [first, ...rest];
}
