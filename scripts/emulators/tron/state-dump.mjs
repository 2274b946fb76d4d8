/** anvil's saved state without what this node never asks for again. */
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";

/**
 * Of `dump` (as anvil gives it: JSON, compressed, in hexadecimal) keeps the newest state, blocks
 * from the lowest of `heights` on, and past states of the blocks with these `hashes`. The machine's
 * own transactions go: their outcome is in the chain's records.
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
