/**
 * Plans a transaction before anything is burnt: a transfer of TRX, or a contract call and its
 * energy.
 */
import { isHexAddress, toEvm } from "./address.mjs";
import { movement } from "./evm.mjs";
import { ENERGY_PER_GAS, FEE_LIMIT_MAX, SUN_PER_ENERGY } from "./prices.mjs";
import { invalidContract } from "./refusal.mjs";

/**
 * Performs java-tron's checks of a transfer after its bandwidth is paid: `left` is the owner's
 * remaining balance.
 */
function checkTransfer(chain, { ownerAddress, toAddress, amount }, { left, activation }) {
  if (!isHexAddress(toAddress)) throw invalidContract("Invalid toAddress!");
  if (toAddress === ownerAddress) throw invalidContract("Cannot transfer TRX to yourself.");
  if (amount <= 0n) throw invalidContract("Amount must be greater than 0.");
  if (chain.contracts.find(toAddress)) throw invalidContract("Cannot transfer TRX to a smartContract.");
  if (left < amount + activation) {
    throw invalidContract("Validate TransferContract error, balance is not sufficient.");
  }
}

/**
 * Plans a TRX transfer. Returns `{ contractRet, info, energyFee, moves }`: `moves` are for the
 * machine. @throws Refusal
 */
export function planTransfer(chain, contract, costs) {
  checkTransfer(chain, contract, costs);
  const moves = [movement(toEvm(contract.ownerAddress), toEvm(contract.toAddress), contract.amount)];
  return { contractRet: "SUCCESS", info: { contractResult: [""] }, energyFee: 0n, moves };
}

const FAILURES = {
  REVERT: () => "REVERT opcode executed",
  ILLEGAL_OPERATION: () => "Invalid operation code: opCode[fe];",
  OUT_OF_ENERGY: (limit, needed) =>
    `Not enough energy for 'SSTORE' operation executing: curInvokeEnergyLimit[${limit}], curOpEnergy[20000], usedEnergy[${needed}];`,
};

function checkCall(chain, { contractAddress, callValue, callTokenValue }, feeLimit, balance) {
  if (!chain.contracts.find(contractAddress)) throw invalidContract("No contract or not a smart contract");
  if (callValue < 0n) throw invalidContract("callValue must be >= 0");
  if (callTokenValue !== 0n) throw invalidContract("tokens of TRC-10 are not supported here");
  if (feeLimit < 0n || feeLimit > FEE_LIMIT_MAX) {
    throw invalidContract(`feeLimit must be >= 0 and <= ${FEE_LIMIT_MAX}`);
  }
  if (callValue > balance) throw invalidContract("Validate InternalTransfer error, balance is not sufficient.");
}

/**
 * Returns outcome and energy of a call under its limit: any failure except a revert uses the whole
 * limit.
 */
function judge({ outcome, gas }, limit) {
  const needed = gas * ENERGY_PER_GAS;
  if (needed > limit) return { outcome: "OUT_OF_ENERGY", energy: limit, needed };
  return { outcome, energy: outcome === "ILLEGAL_OPERATION" ? limit : needed, needed };
}

/** Returns the failure as in the transaction's info. */
function failureOf(outcome, limit, needed) {
  return { result: "FAILED", resMessage: Buffer.from(FAILURES[outcome](limit, needed)).toString("hex") };
}

/**
 * Tries the call with the owner's remaining balance. Returns
 * `{ contractRet, info, energyFee, moves }`: a failed call has no moves. @throws Refusal
 */
export async function planCall(chain, contract, feeLimit, left) {
  checkCall(chain, contract, feeLimit, left);
  const { ownerAddress, contractAddress, callValue } = contract;
  const call = { from: toEvm(ownerAddress), to: toEvm(contractAddress), data: `0x${contract.data}` };
  const affordable = (left - callValue) / SUN_PER_ENERGY;
  const allowed = feeLimit / SUN_PER_ENERGY;
  const limit = affordable < allowed ? affordable : allowed;
  const simulated = await chain.evm.simulate({ ...call, value: callValue });
  const { outcome, energy, needed } = judge(simulated, limit);
  const energyFee = energy * SUN_PER_ENERGY;
  const receipt = { energy_fee: energyFee, energy_usage_total: energy, result: outcome };
  const output = outcome === "SUCCESS" || outcome === "REVERT" ? simulated.output : "";
  const info = { contractResult: [output], contract_address: contractAddress, receipt };
  if (outcome === "SUCCESS") {
    return { contractRet: outcome, info, energyFee, moves: [{ ...call, value: `0x${callValue.toString(16)}` }] };
  }
  return { contractRet: outcome, info: { ...info, ...failureOf(outcome, limit, needed) }, energyFee, moves: [] };
}
