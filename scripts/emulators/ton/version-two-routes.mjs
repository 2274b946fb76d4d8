/** toncenter v2, where v3 has no equivalent: the zero state and the network's configuration. */
import { badParameter } from "./errors.mjs";
import { numberOf } from "./query.mjs";
import { bocOf } from "./text-forms.mjs";
import { readConfigParameter } from "./vm.mjs";

const SHARD_NUMBER = "-9223372036854775808";

const blockId = (shard, seqno, { rootHash, fileHash }) => ({
  "@type": "ton.blockIdExt",
  workchain: -1,
  shard,
  seqno,
  root_hash: rootHash,
  file_hash: fileHash,
});

function getMasterchainInfo({ ledger, zeroState }) {
  const last = ledger.lastBlock;
  return {
    "@type": "blocks.masterchainInfo",
    last: blockId(SHARD_NUMBER, last.seqno, last),
    state_root_hash: last.rootHash,
    init: blockId("0", 0, zeroState),
  };
}

function getConfigParam(_chain, query) {
  const id = numberOf(query, "config_id") ?? numberOf(query, "param");
  if (id === undefined) throw badParameter("config_id is required");
  const cell = readConfigParameter(Number(id));
  return { "@type": "configInfo", config: { "@type": "tvm.cell", bytes: cell ? bocOf(cell) : "" } };
}

export const versionTwoRoutes = {
  "GET /api/v2/getMasterchainInfo": getMasterchainInfo,
  "GET /api/v2/getConfigParam": getConfigParam,
};
