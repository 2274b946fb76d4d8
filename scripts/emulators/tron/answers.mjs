/** java-tron's HTTP responses about blocks, transactions and accounts. */
import { freeUsage } from "./accounts.mjs";
import { fromEvm, showAddress } from "./address.mjs";
import { headerToJson, SLOT_MS } from "./block.mjs";
import { keccak } from "./keys.mjs";
import { FREE_BANDWIDTH_A_DAY } from "./prices.mjs";
import { transactionToJson, withoutDefaults } from "./transaction-json.mjs";

const WINDOW_SLOTS = 28_800;
const ALL_OPERATIONS = "7fff1fc0033ec30f000000000000000000000000000000000000000000000000";

/**
 * Returns a transaction with its outcome. A pending one has an outcome too: being known does not
 * mean being in a block.
 */
export function transactionAnswer({ transaction, contractRet }, visible) {
  return transactionToJson(transaction, visible, contractRet === null ? undefined : [{ contractRet }]);
}

export function blockAnswer(chain, block, visible) {
  const transactions = block.transactions.map((id) => transactionAnswer(chain.entry(id), visible));
  return { ...headerToJson(block, visible), ...(transactions.length > 0 ? { transactions } : {}) };
}

function logAnswer({ address, topics, data }, visible) {
  const shown = visible ? showAddress(fromEvm(`0x${address}`), true) : address;
  return withoutDefaults({ address: shown, topics: topics.length > 0 ? topics : undefined, data });
}

/** Returns `gettransactioninfobyid` of a transaction in a block. */
export function infoAnswer(chain, record, visible) {
  const { info, transaction, block } = record;
  const { contractResult, log = [], resMessage = "", receipt } = info;
  return withoutDefaults({
    id: transaction.id,
    fee: info.fee,
    blockNumber: block,
    blockTimeStamp: chain.blocks[block].timestamp,
    contractResult,
    contract_address: info.contract_address && showAddress(info.contract_address, visible),
    receipt: withoutDefaults({
      energy_fee: receipt.energy_fee,
      energy_usage_total: receipt.energy_usage_total,
      net_usage: receipt.net_usage,
      net_fee: receipt.net_fee,
      result: receipt.result,
    }),
    log: log.length > 0 ? log.map((entry) => logAnswer(entry, visible)) : undefined,
    result: info.result,
    resMessage: visible ? Buffer.from(resMessage, "hex").toString() : resMessage,
  });
}

function permissions(address) {
  const keys = [{ address, weight: 1 }];
  const active = { type: "Active", id: 2, permission_name: "active", threshold: 1, operations: ALL_OPERATIONS, keys };
  return { owner_permission: { permission_name: "owner", threshold: 1, keys }, active_permission: [active] };
}

/**
 * Returns `getaccount` of an existing account; `account` is null if only its balance shows that it
 * exists.
 */
export function accountAnswer({ chain, address, account, balance, isContract, visible }) {
  const { createTime = chain.head.timestamp, lastOperation = 0, freeSlot = 0 } = account ?? {};
  const shown = showAddress(address, visible);
  return withoutDefaults({
    type: isContract ? "Contract" : undefined,
    address: shown,
    balance,
    create_time: createTime,
    latest_opration_time: lastOperation,
    free_net_usage: account === null ? 0 : freeUsage(account, chain.head.timestamp),
    latest_consume_free_time: freeSlot * SLOT_MS,
    net_window_size: WINDOW_SLOTS,
    net_window_optimized: true,
    account_resource: { energy_window_size: WINDOW_SLOTS, energy_window_optimized: true },
    ...(isContract ? {} : permissions(shown)),
    frozenV2: [{}, { type: "ENERGY" }, { type: "TRON_POWER" }],
    asset_optimized: true,
  });
}

/** Returns `getaccountnet` and, with energy, `getaccountresource`: nothing is staked here. */
export function bandwidthAnswer(chain, account) {
  return withoutDefaults({
    freeNetUsed: account === null ? 0 : freeUsage(account, chain.head.timestamp),
    freeNetLimit: FREE_BANDWIDTH_A_DAY,
    TotalNetLimit: 43_200_000_000,
    TotalNetWeight: 26_000_000_000,
  });
}

export function resourceAnswer(chain, account) {
  const energy = { TotalEnergyLimit: 180_000_000_000, TotalEnergyWeight: 19_000_000_000 };
  return { ...bandwidthAnswer(chain, account), tronPowerLimit: undefined, ...energy };
}

const capitalised = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns `getcontract`, with the ABI in java-tron's spelling. */
export function contractAnswer(entry, abi, visible) {
  const parameters = (list = []) => list.map(({ name, type, indexed }) => withoutDefaults({ indexed, name, type }));
  const entrys = abi.map(({ name, type, inputs, outputs, stateMutability }) =>
    withoutDefaults({
      name,
      type: capitalised(type),
      inputs: inputs?.length > 0 ? parameters(inputs) : undefined,
      outputs: outputs?.length > 0 ? parameters(outputs) : undefined,
      stateMutability: stateMutability && capitalised(stateMutability),
    }),
  );
  return {
    bytecode: entry.code.slice(2),
    consume_user_resource_percent: 100,
    name: entry.name,
    origin_address: showAddress(entry.creator, visible),
    abi: { entrys },
    origin_energy_limit: 10_000_000,
    contract_address: showAddress(entry.address, visible),
    code_hash: keccak(Buffer.from(entry.code.slice(2), "hex")),
  };
}
