/** Reduces anvil's saved state to what this node may still need. */
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";

/**
 * Keeps, of `dump` (in anvil's format: JSON, compressed, in hexadecimal), the newest state, blocks
 * from the lowest of `heights` on, and past states of the blocks with these `hashes`. Removes the
 * machine's own transactions: their outcome is in the chain's records.
 */
export async function slimDump(dump, { heights, hashes }) {
  const state = JSON.parse((await promisify(gunzip)(Buffer.from(dump.slice(2), "hex"))).toString("utf8"));
  const lowest = Math.min(...heights);
  const slim = {
    ...state,
    blocks: state.blocks.filter(({ header }) => Number.parseInt(header.number, 16) >= lowest),
    transactions: [],
    historical_states: (state.historical_states ?? []).filter(([hash]) => hashes.includes(hash)),
  };
  return `0x${(await promisify(gzip)(JSON.stringify(slim))).toString("hex")}`;
}
