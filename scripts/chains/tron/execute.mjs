/** What a transaction costs and does, in the order in which java-tron charges and checks. */
import { toBase58, toEvm } from "./address.mjs";
import {
  ENERGY_PER_GAS,
  FEE_LIMIT_MAX,
  MEMO_FEE,
  NEW_ACCOUNT_BANDWIDTH_FEE,
  NEW_ACCOUNT_FEE,
  RESULT_BYTES,
  SUN_PER_BANDWIDTH_BYTE,
  SUN_PER_ENERGY,
} from "./prices.mjs";
import { insufficientResource, invalidContract } from "./refusal.mjs";
import { encodeTransaction } from "./transaction-codec.mjs";

/** Where fees go: the main network's own burn address. */
const BURN = "0x77944d19c052b73ee2286823aa83f8138cb7032f";

const utf8Hex = (text) => Buffer.from(text).toString("hex");

/** Free bandwidth, or sun for it; an account that comes into being is paid for in sun always. */
function chargeBandwidth(chain, transaction, balance, createsAccount) {
  const { ownerAddress } = transaction.raw.contract;
  const bytes = BigInt(encodeTransaction(transaction).length + RESULT_BYTES);
  const free = !createsAccount && chain.accounts.takeFreeBandwidth(ownerAddress, bytes, chain.head.timestamp);
  if (free) return { netUsage: bytes, netFee: 0n };
  const netFee = createsAccount ? NEW_ACCOUNT_BANDWIDTH_FEE : bytes * SUN_PER_BANDWIDTH_BYTE;
  if (balance < netFee) throw insufficientResource();
  chain.accounts.touch(ownerAddress, chain.head.timestamp);
  return { netUsage: 0n, netFee };
}

async function checkTransfer(chain, { ownerAddress, toAddress, amount }, balance, activation) {
  if (toAddress === ownerAddress) throw invalidContract("Cannot transfer TRX to yourself.");
  if (amount <= 0n) throw invalidContract("Amount must be greater than 0.");
  if (chain.contracts.find(toAddress)) throw invalidContract("Cannot transfer TRX to a smartContract.");
  if (balance < amount + activation) {
    throw invalidContract("Validate TransferContract error, balance is not sufficient.");
  }
}

async function transfer(chain, { ownerAddress, toAddress, amount }, activation) {
  await chain.evm.transfer(toEvm(ownerAddress), toEvm(toAddress), amount);
  if (activation > 0n) chain.accounts.create(toAddress, chain.head.number + 1, chain.head.timestamp);
  return { contractRet: "SUCCESS", info: { contractResult: [""] }, energyFee: 0n };
}

const FAILURES = {
  REVERT: () => "REVERT opcode executed",
  ILLEGAL_OPERATION: () => "Invalid operation code: opCode[fe];",
  OUT_OF_ENERGY: (limit, needed) =>
    `Not enough energy for 'SSTORE' operation executing: curInvokeEnergyLimit[${limit}], curOpEnergy[20000], usedEnergy[${needed}];`,
};

/** Outcome and energy of a call under its limit: what fails for another reason than a revert takes the whole limit. */
function judgeCall({ outcome, gas }, limit) {
  const needed = gas * ENERGY_PER_GAS;
  if (needed > limit) return { outcome: "OUT_OF_ENERGY", energy: limit, needed };
  return { outcome, energy: outcome === "ILLEGAL_OPERATION" ? limit : needed, needed };
}

function checkTrigger(chain, { contractAddress, callValue, callTokenValue }, feeLimit, balance) {
  if (!chain.contracts.find(contractAddress)) throw invalidContract("No contract or not a smart contract");
  if (callValue < 0n) throw invalidContract("callValue must be >= 0");
  if (callTokenValue !== 0n) throw invalidContract("tokens of TRC-10 are not supported here");
  if (feeLimit < 0n || feeLimit > FEE_LIMIT_MAX) {
    throw invalidContract(`feeLimit must be >= 0 and <= ${FEE_LIMIT_MAX}`);
  }
  if (callValue > balance) throw invalidContract("Validate InternalTransfer error, balance is not sufficient.");
}

function showLog({ address, topics, data }) {
  return { address: address.slice(2), topics: topics.map((topic) => topic.slice(2)), data: data.slice(2) };
}

async function trigger(chain, { contract, feeLimit }, balance) {
  const { ownerAddress, contractAddress, callValue } = contract;
  const call = { from: toEvm(ownerAddress), to: toEvm(contractAddress), data: `0x${contract.data}`, value: callValue };
  const affordable = (balance - callValue) / SUN_PER_ENERGY;
  const allowed = feeLimit / SUN_PER_ENERGY;
  const limit = affordable < allowed ? affordable : allowed;
  const simulated = await chain.evm.simulate(call);
  const { outcome, energy, needed } = judgeCall(simulated, limit);
  const energyFee = energy * SUN_PER_ENERGY;
  const receipt = { energy_fee: energyFee, energy_usage_total: energy, result: outcome };
  const output = outcome === "OUT_OF_ENERGY" || outcome === "ILLEGAL_OPERATION" ? "" : simulated.output;
  const info = { contractResult: [output], contract_address: contractAddress, receipt };
  if (outcome !== "SUCCESS") {
    const resMessage = utf8Hex(FAILURES[outcome](limit, needed));
    return { contractRet: outcome, info: { ...info, result: "FAILED", resMessage }, energyFee };
  }
  const { logs } = await chain.evm.send({ ...call, value: `0x${callValue.toString(16)}` });
  return { contractRet: outcome, info: { ...info, log: logs.map(showLog) }, energyFee };
}

async function charge(chain, transaction) {
  const { raw } = transaction;
  const { ownerAddress, toAddress } = raw.contract;
  if (!(await chain.exists(ownerAddress))) {
    throw invalidContract(`account [${toBase58(ownerAddress)}] does not exist`);
  }
  const createsAccount = raw.contract.type === "TransferContract" && !(await chain.exists(toAddress));
  const balance = await chain.evm.balance(toEvm(ownerAddress));
  const { netUsage, netFee } = chargeBandwidth(chain, transaction, balance, createsAccount);
  const memoFee = raw.data === "" ? 0n : MEMO_FEE;
  if (balance < netFee + memoFee) throw insufficientResource();
  return {
    netUsage,
    netFee,
    memoFee,
    activation: createsAccount ? NEW_ACCOUNT_FEE : 0n,
    left: balance - netFee - memoFee,
  };
}

async function run(chain, { raw }, { left, activation }) {
  if (raw.contract.type === "TransferContract") {
    await checkTransfer(chain, raw.contract, left, activation);
    return transfer(chain, raw.contract, activation);
  }
  checkTrigger(chain, raw.contract, raw.feeLimit, left);
  return trigger(chain, raw, left);
}

/**
 * Executes a transaction on top of everything before it and burns its fee. Answers `{ contractRet, info, undo }`: `info` is its
 * `gettransactioninfobyid` without what the block adds. @throws Refusal when nothing was charged
 */
export async function execute(chain, transaction) {
  try {
    const costs = await charge(chain, transaction);
    const { contractRet, info, energyFee } = await run(chain, transaction, costs);
    const fee = costs.netFee + costs.memoFee + costs.activation + energyFee;
    if (fee > 0n) await chain.evm.transfer(toEvm(transaction.raw.contract.ownerAddress), BURN, fee);
    const receipt = { ...info.receipt, net_usage: costs.netUsage, net_fee: costs.netFee };
    return { contractRet, info: { ...info, fee, receipt }, undo: chain.accounts.takeChanges() };
  } catch (error) {
    chain.accounts.undo(chain.accounts.takeChanges());
    throw error;
  }
}
