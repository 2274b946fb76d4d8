/**
 * Blocks in toncenter's v3 format: the masterchain's, and the one shard block that each of them
 * includes.
 */
import { createHash } from "node:crypto";

export const SHARD = "8000000000000000";
const GLOBAL_ID = -239;
/** Shards number their blocks separately: nobody may take such a number for the masterchain's. */
const SHARD_SEQNO_AHEAD = 1_000;
const MASTERCHAIN = -1;

const shardHash = (kind, rootHash) => createHash("sha256").update(`${kind}|${rootHash}`).digest("base64");

/**
 * Returns a block's name: workchain, shard and its own number, derived from the number of the
 * masterchain block.
 */
export const refOf = (workchain, seqno) => ({
  workchain,
  shard: SHARD,
  seqno: workchain === MASTERCHAIN ? seqno : seqno + SHARD_SEQNO_AHEAD,
});

/** Returns the block that contains a transaction. */
export function blockRefOf({ account, block }) {
  return refOf(account.startsWith("-1:") ? MASTERCHAIN : 0, block);
}

/**
 * Builds one block of `workchain` (-1 or 0) that belongs to a masterchain block. @param {object[]}
 * records the transactions of that block
 */
export function toBlockJson(block, workchain, records) {
  const isMaster = workchain === MASTERCHAIN;
  const own = records.filter((record) => record.account.startsWith("-1:") === isMaster);
  return {
    ...refOf(workchain, block.seqno),
    root_hash: isMaster ? block.rootHash : shardHash("shard root", block.rootHash),
    file_hash: isMaster ? block.fileHash : shardHash("shard file", block.rootHash),
    global_id: GLOBAL_ID,
    version: 0,
    after_merge: false,
    before_split: false,
    after_split: false,
    want_merge: false,
    want_split: false,
    key_block: false,
    vert_seqno_incr: false,
    flags: 1,
    gen_utime: block.time.toString(),
    start_lt: block.startLt,
    end_lt: block.endLt,
    validator_list_hash_short: 0,
    gen_catchain_seqno: 0,
    min_ref_mc_seqno: Math.max(0, block.seqno - 3),
    prev_key_block_seqno: 0,
    vert_seqno: 0,
    master_ref_seqno: isMaster ? 0 : block.seqno - 1,
    rand_seed: shardHash("seed", block.rootHash),
    created_by: shardHash("creator", block.rootHash),
    tx_count: own.length,
    masterchain_block_ref: refOf(MASTERCHAIN, block.seqno),
    prev_blocks: [refOf(workchain, block.seqno - 1)],
  };
}
