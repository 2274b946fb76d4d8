/** toncenter v3: the masterchain's head and its blocks. */

import { SHARD, toBlockJson } from "./block-json.mjs";
import { notFound } from "./errors.mjs";
import { hashesOf, isAscending, numberOf, pageOf } from "./query.mjs";

const WORKCHAINS = [-1, 0];

function within(value, from, to) {
  return (from === undefined || value >= from) && (to === undefined || value <= to);
}

/** The masterchain blocks that a query can mean, by what is cheap to look at. */
function candidates(ledger, query) {
  const masterSeqno = numberOf(query, "mc_seqno");
  const seqno = numberOf(query, "workchain") === -1n ? numberOf(query, "seqno") : undefined;
  const only = masterSeqno ?? seqno;
  if (only !== undefined) return [ledger.block(Number(only))].filter((block) => block !== null);
  const times = [numberOf(query, "start_utime"), numberOf(query, "end_utime")];
  const lts = [numberOf(query, "start_lt"), numberOf(query, "end_lt")];
  const fits = (block) => within(BigInt(block.time), ...times) && within(BigInt(block.startLt), ...lts);
  return [...ledger.blocks()].filter(fits);
}

function matches(query) {
  const workchain = numberOf(query, "workchain");
  const seqno = numberOf(query, "seqno");
  const shard = query.get("shard");
  const hashes = { root_hash: hashesOf(query, "root_hash"), file_hash: hashesOf(query, "file_hash") };
  return (json) =>
    (workchain === undefined || BigInt(json.workchain) === workchain) &&
    (seqno === undefined || BigInt(json.seqno) === seqno) &&
    (shard === null || shard.replace(/^0x/, "").toUpperCase() === SHARD) &&
    Object.entries(hashes).every(([name, wanted]) => wanted.length === 0 || wanted.includes(json[name]));
}

const jsonOf = (ledger, block, workchain) =>
  toBlockJson(block, workchain, ledger.transactionsOf({ block: block.seqno }));

function getBlocks({ ledger }, query) {
  const blocks = candidates(ledger, query);
  if (!isAscending(query)) blocks.reverse();
  const wanted = WORKCHAINS.filter((one) => [undefined, BigInt(one)].includes(numberOf(query, "workchain")));
  const parts = blocks.flatMap((block) => wanted.map((workchain) => ({ block, workchain })));
  const isFiltered = ["seqno", "shard", "root_hash", "file_hash"].some((name) => query.has(name));
  const rendered = isFiltered
    ? parts.map(({ block, workchain }) => jsonOf(ledger, block, workchain)).filter(matches(query))
    : null;
  if (rendered) return { blocks: pageOf(query, rendered) };
  return { blocks: pageOf(query, parts).map(({ block, workchain }) => jsonOf(ledger, block, workchain)) };
}

function getShards({ ledger }, query) {
  const block = ledger.block(Number(numberOf(query, "seqno") ?? 0));
  if (block === null) throw notFound("blocks not found");
  return { blocks: WORKCHAINS.map((workchain) => jsonOf(ledger, block, workchain)) };
}

export const blockRoutes = {
  "GET /api/v3/masterchainInfo": ({ ledger }) => ({
    last: jsonOf(ledger, ledger.lastBlock, -1),
    first: jsonOf(ledger, ledger.firstBlock, -1),
  }),
  "GET /api/v3/blocks": getBlocks,
  "GET /api/v3/masterchainBlockShards": getShards,
  "GET /api/v3/masterchainBlockShardState": getShards,
};
