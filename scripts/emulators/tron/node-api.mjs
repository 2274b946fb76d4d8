/**
 * java-tron's HTTP API: each path returns one JSON value. The same reads below walletsolidity/ see
 * final blocks only.
 */
import { readAddress, toEvm } from "./address.mjs";
import {
  accountAnswer,
  bandwidthAnswer,
  blockAnswer,
  contractAnswer,
  infoAnswer,
  resourceAnswer,
  transactionAnswer,
} from "./answers.mjs";
import { blockLabel, headerToJson } from "./block.mjs";
import { broadcast, broadcastHex } from "./broadcast.mjs";
import { constantCall, estimateEnergy } from "./constant-call.mjs";
import { chainParameters } from "./prices.mjs";

const RANGE_MAX = 100;

/** java-tron's numbers are Java longs; in a query they are text. */
function readNumber(value, name) {
  const text = String(value ?? "0");
  if (!/^-?\d{1,18}$/.test(text)) throw new Error(`For input string: "${text}" (${name})`);
  return Number(text);
}

function readHexId(value) {
  const text = String(value ?? "").toLowerCase();
  if (!/^([0-9a-f]{2})*$/.test(text)) throw new Error("exception decoding Hex string");
  return text;
}

function blockAt(chain, tip, number, visible) {
  return number >= 0 && number <= tip.number ? blockAnswer(chain, chain.blocks[number], visible) : {};
}

function blocksBetween(chain, tip, request, visible) {
  const start = readNumber(request.startNum, "startNum");
  const end = readNumber(request.endNum, "endNum");
  if (end <= 0 || end <= start || end - start > RANGE_MAX || start < 0) return {};
  const found = chain.blocks.slice(start, Math.min(end, tip.number + 1));
  return { block: found.map((block) => blockAnswer(chain, block, visible)) };
}

function blockOf(chain, tip, request, visible) {
  const wanted = request.id_or_num;
  const isId = wanted !== undefined && String(wanted).length === 64;
  const number = isId
    ? Number.parseInt(String(wanted).slice(0, 16), 16)
    : readNumber(wanted ?? tip.number, "id_or_num");
  const block = chain.blocks[number];
  if (block === undefined || number > tip.number || (isId && block.id !== wanted)) return {};
  const isDetailed = String(request.detail ?? false) === "true";
  return isDetailed ? blockAnswer(chain, block, visible) : headerToJson(block, visible);
}

function includedRecord(chain, tip, id) {
  const record = chain.record(readHexId(id));
  return record !== undefined && record.block !== null && record.block <= tip.number ? record : undefined;
}

/** Returns an account at a block: null if it does not exist by then. */
async function accountAt(chain, tip, address) {
  const isContract = chain.contracts.find(address) !== undefined;
  const account = chain.accounts.find(address);
  const isHead = tip === chain.head;
  const balance = await chain.evm.balance(toEvm(address), isHead ? null : tip.evmHeight);
  const isBorn = account !== null && (isHead || account.bornIn <= tip.number);
  return isBorn || isContract || balance > 0n ? { address, account, balance, isContract } : null;
}

/** Returns the reads that both kinds of node serve. `tip()` is the newest visible block. */
function reads(chain, tip) {
  const account = async (request, visible) => {
    const address = readAddress(request.address, visible);
    return accountAt(chain, tip(), address);
  };
  return {
    getnowblock: (_, visible) => blockAnswer(chain, tip(), visible),
    getblock: (request, visible) => blockOf(chain, tip(), request, visible),
    getblockbynum: ({ num }, visible) => blockAt(chain, tip(), readNumber(num, "num"), visible),
    getblockbyid({ value }, visible) {
      const id = readHexId(value);
      const block = chain.blocks[Number.parseInt(id.slice(0, 16), 16)];
      return block?.id === id && block.number <= tip().number ? blockAnswer(chain, block, visible) : {};
    },
    getblockbylimitnext: (request, visible) => blocksBetween(chain, tip(), request, visible),
    gettransactionbyid({ value }, visible) {
      const record = includedRecord(chain, tip(), value);
      return record === undefined ? {} : transactionAnswer(record, visible);
    },
    gettransactioninfobyid({ value }, visible) {
      const record = includedRecord(chain, tip(), value);
      return record === undefined ? {} : infoAnswer(chain, record, visible);
    },
    gettransactioninfobyblocknum({ num }, visible) {
      const number = readNumber(num, "num");
      if (number <= 0) return {};
      const ids = number <= tip().number ? chain.blocks[number].transactions : [];
      return ids.map((id) => infoAnswer(chain, chain.record(id), visible));
    },
    async getaccount(request, visible) {
      const found = await account(request, visible);
      return found === null ? {} : accountAnswer({ chain, visible, ...found });
    },
    triggerconstantcontract: (request, visible) => constantCall(chain, request, visible, tip()),
    getnodeinfo: () => nodeInfo(chain),
  };
}

function nodeInfo(chain) {
  return {
    activeConnectCount: 0,
    beginSyncNum: 0,
    block: blockLabel(chain.head),
    solidityBlock: blockLabel(chain.solid),
    configNodeInfo: { codeVersion: "4.8.0", minParticipationRate: 0, supportConstant: true },
    currentConnectCount: 0,
    machineInfo: {},
    passiveConnectCount: 0,
    peerList: [],
    totalFlow: 0,
  };
}

/** Returns the handlers that only a full node serves. */
function walletOnly(chain, { onTaken, hasEstimate }) {
  const account = async (request, visible) => accountAt(chain, chain.head, readAddress(request.address, visible));
  return {
    gettransactionbyid({ value }, visible) {
      const record = chain.record(readHexId(value));
      return record === undefined ? {} : transactionAnswer(record, visible);
    },
    gettransactionfrompending({ value }, visible) {
      const id = readHexId(value);
      return chain.pending.includes(id) ? transactionAnswer(chain.record(id), visible) : {};
    },
    gettransactionlistfrompending: () => (chain.pending.length > 0 ? { txId: chain.pending } : {}),
    async getaccountresource(request, visible) {
      const found = await account(request, visible);
      return found === null ? {} : resourceAnswer(chain, found.account);
    },
    async getaccountnet(request, visible) {
      const found = await account(request, visible);
      return found === null ? {} : bandwidthAnswer(chain, found.account);
    },
    getcontract({ value }, visible) {
      const entry = chain.contracts.find(readAddress(value, visible));
      return entry === undefined ? {} : contractAnswer(entry, chain.contracts.abiOf(entry), visible);
    },
    getchainparameters: chainParameters,
    estimateenergy: hasEstimate
      ? (request, visible) => estimateEnergy(chain, request, visible)
      : () => ({ result: { code: "CONTRACT_VALIDATE_ERROR", message: disabledMessage } }),
    broadcasttransaction: (request, visible) => broadcast(chain, request, visible, onTaken),
    broadcasthex: (request) => broadcastHex(chain, request, onTaken),
  };
}

const disabledMessage = Buffer.from("this node does not support estimate energy").toString("hex");

const prefixed = (prefix, table) => Object.entries(table).map(([name, handler]) => [`/${prefix}/${name}`, handler]);

/**
 * Returns all paths with their handlers `(request, visible) => answer`; `onTaken` is called with
 * each accepted transaction.
 */
export function nodeApi(chain, options) {
  return new Map([
    ...prefixed("wallet", { ...reads(chain, () => chain.head), ...walletOnly(chain, options) }),
    ...prefixed(
      "walletsolidity",
      reads(chain, () => chain.solid),
    ),
  ]);
}
