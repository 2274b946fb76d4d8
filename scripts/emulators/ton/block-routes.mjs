/** toncenter v3: the masterchain's head and its blocks. */
import { refOf, SHARD, toBlockJson } from "./block-json.mjs";
import { notFound } from "./errors.mjs";
import { hashesOf, isAscending, numberOf, pageOf } from "./query.mjs";

const WORKCHAINS = [-1, 0];

function within(value, from, to) {
  return (from === undefined || value >= from) && (to === undefined || value <= to);
}

/** Returns the masterchain blocks that a query can mean. */
function candidates(ledger, query) {
  const ofMaster = numberOf(query, "workchain") === -1n ? numberOf(query, "seqno") : undefined;
  const only = numberOf(query, "mc_seqno") ?? ofMaster;
  if (only !== undefined) return [ledger.block(Number(only))].filter((block) => block !== null);
  const times = [numberOf(query, "start_utime"), numberOf(query, "end_utime")];
  const lts = [numberOf(query, "start_lt"), numberOf(query, "end_lt")];
  const fits = (block) => within(BigInt(block.time), ...times) && within(BigInt(block.startLt), ...lts);
  return [...ledger.blocks()].filter(fits);
}

function workchainsOf(query) {
  const wanted = numberOf(query, "workchain");
  const shard = query.get("shard")?.replace(/^0x/, "").toUpperCase();
  if (shard !== undefined && shard !== SHARD) return [];
  return WORKCHAINS.filter((workchain) => wanted === undefined || BigInt(workchain) === wanted);
}

const jsonOf = (ledger, block, workchain) =>
  toBlockJson(block, workchain, ledger.transactionsOf({ block: block.seqno }));

/**
 * Filters by hash in the finished responses, and by everything else before paging, since a long
 * chain has many blocks.
 */
function getBlocks({ ledger }, query) {
  const seqno = numberOf(query, "seqno");
  const workchains = workchainsOf(query);
  const blocks = candidates(ledger, query);
  if (!isAscending(query)) blocks.reverse();
  const parts = blocks
    .flatMap((block) => workchains.map((workchain) => ({ block, workchain })))
    .filter((part) => seqno === undefined || BigInt(refOf(part.workchain, part.block.seqno).seqno) === seqno);
  const render = ({ block, workchain }) => jsonOf(ledger, block, workchain);

  const [roots, files] = [hashesOf(query, "root_hash"), hashesOf(query, "file_hash")];
  if (roots.length + files.length === 0) return { blocks: pageOf(query, parts).map(render) };
  const fits = (json) =>
    (roots.length === 0 || roots.includes(json.root_hash)) && (files.length === 0 || files.includes(json.file_hash));
  return { blocks: pageOf(query, parts.map(render).filter(fits)) };
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
