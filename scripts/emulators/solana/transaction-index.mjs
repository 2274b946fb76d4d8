/**
 * Finds transactions of the stored blocks: by signature, by message, and by the addresses they
 * touch.
 */

/**
 * An entry is `{ record, block, position }`, with the position in the block; records carry
 * `{ signature, digest, keys }`.
 */
export function createTransactionIndex() {
  const bySignature = new Map();
  const byAddress = new Map();
  const heights = new Map();

  function addRecord(block, record, position) {
    const entry = { record, block, position };
    bySignature.set(record.signature, entry);
    heights.set(record.digest, block.height);
    for (const key of record.keys) {
      const list = byAddress.get(key);
      if (list === undefined) byAddress.set(key, [entry]);
      else list.push(entry);
    }
  }

  function removeRecord(record) {
    bySignature.delete(record.signature);
    heights.delete(record.digest);
    for (const key of record.keys) {
      const list = byAddress.get(key);
      list.shift();
      if (list.length === 0) byAddress.delete(key);
    }
  }

  return {
    addBlock(block) {
      for (const [position, record] of block.records.entries()) addRecord(block, record, position);
    },
    /** Call it only with the oldest block that was added. */
    removeBlock(block) {
      for (const record of block.records) removeRecord(record);
    },
    /** An entry, or undefined. */
    find: (signature) => bySignature.get(signature),
    /** The height of the block that contains a message, or undefined. */
    heightOfMessage: (digest) => heights.get(digest),
    /** The entries that touched an address, oldest first. */
    history: (address) => byAddress.get(address) ?? [],
  };
}
