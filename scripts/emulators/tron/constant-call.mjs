/** `triggerconstantcontract` and `estimateenergy`: run a contract without a transaction. */

import { selectorOf } from "./abi.mjs";
import { readAddress, toEvm } from "./address.mjs";
import { SLOT_MS } from "./block.mjs";
import { ENERGY_PER_GAS } from "./prices.mjs";
import { Refusal } from "./refusal.mjs";
import { encodeRaw, toTransaction } from "./transaction-codec.mjs";
import { transactionToJson, withoutDefaults } from "./transaction-json.mjs";

const LIFETIME_MS = 60_000n;

function readCall(request, visible) {
  const missing = (text) => new Refusal("OTHER_ERROR", `class java.security.InvalidParameterException : ${text}`);
  if (!request.owner_address) throw missing("owner_address isn't set.");
  if (!request.contract_address) throw missing("deploying is not supported here: contract_address must be set.");
  const selector = request.function_selector;
  const data = selector ? selectorOf(selector) + (request.parameter ?? "") : (request.data ?? "");
  return {
    ownerAddress: readAddress(request.owner_address, visible),
    contractAddress: readAddress(request.contract_address, visible),
    data: data.toLowerCase(),
    callValue: BigInt(request.call_value ?? 0),
  };
}

/** Returns the transaction that such a call would be, as included in the response. */
function exampleTransaction(chain, call) {
  const head = chain.head;
  const time = BigInt(head.timestamp);
  const contract = { type: "TriggerSmartContract", permissionId: 0n, ...call, callTokenValue: 0n, tokenId: 0n };
  const raw = {
    refBlockBytes: head.id.slice(12, 16),
    refBlockHash: head.id.slice(16, 32),
    refBlockNum: 0n,
    expiration: time + LIFETIME_MS,
    data: "",
    timestamp: time - BigInt(SLOT_MS),
    feeLimit: 0n,
    contract,
  };
  return toTransaction(encodeRaw(raw), []);
}

/**
 * Runs the call at the head, or on the state of a final block, where only the result is that
 * block's and the energy is the head's.
 */
async function run(chain, call, block) {
  const entry = chain.contracts.find(call.contractAddress);
  if (entry === undefined) throw new Refusal("CONTRACT_VALIDATE_ERROR", "Smart contract is not exist.");
  const evmCall = { from: toEvm(call.ownerAddress), to: toEvm(call.contractAddress), data: `0x${call.data}` };
  const simulated = await chain.evm.simulate({ ...evmCall, value: call.callValue });
  if (block === chain.head || simulated.outcome !== "SUCCESS") return simulated;
  const code = { [evmCall.to]: { code: entry.code } };
  const output = await chain.evm.call("eth_call", evmCall, `0x${block.evmHeight.toString(16)}`, code);
  return { ...simulated, output: output.slice(2) };
}

const showMessage = (text, visible) => (visible ? text : Buffer.from(text).toString("hex"));

/** Formats an error as these two servlets do. */
function refusalAnswer(error, visible) {
  if (!(error instanceof Refusal)) throw error;
  return { result: { code: error.code, message: showMessage(error.message, visible) } };
}

/** Responds to `triggerconstantcontract` at the state of `block`. */
export async function constantCall(chain, request, visible, block) {
  try {
    const call = readCall(request, visible);
    const { outcome, gas, output } = await run(chain, call, block);
    const failed = outcome !== "SUCCESS";
    const message = failed ? showMessage("REVERT opcode executed", visible) : undefined;
    const transaction = transactionToJson(exampleTransaction(chain, call), visible, [failed ? { ret: "FAILED" } : {}]);
    return {
      result: withoutDefaults({ result: true, message }),
      energy_used: gas * ENERGY_PER_GAS,
      constant_result: [output],
      transaction: { ...transaction, visible },
    };
  } catch (error) {
    return refusalAnswer(error, visible);
  }
}

/** Responds to `estimateenergy`, for a node started with it. */
export async function estimateEnergy(chain, request, visible) {
  try {
    const { outcome, gas } = await run(chain, readCall(request, visible), chain.head);
    if (outcome !== "SUCCESS")
      return { result: { result: true, message: showMessage("REVERT opcode executed", visible) } };
    return { result: { result: true }, energy_required: gas * ENERGY_PER_GAS };
  } catch (error) {
    return refusalAnswer(error, visible);
  }
}
