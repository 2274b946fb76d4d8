/** Accepting and simulating transactions. */
import { base58, base64 } from "@scure/base";
import { encodeAccount } from "./encode-account.mjs";
import { describeFailure } from "./failures.mjs";
import { isSignedBy } from "./keys.mjs";
import { accountAfter } from "./past-accounts.mjs";
import { invalidParams, nodeUnhealthy, preflightFailure, signatureFailure } from "./rpc-error.mjs";
import { chooseBlock, inContext, takeAddress, takeOptions } from "./rpc-params.mjs";
import { describeTrialBalances, tryAfter } from "./trial.mjs";
import { readTransaction, TRANSACTION_BYTES_MAX } from "./wire.mjs";

const KIND = "solana_transaction::versioned::VersionedTransaction";
const DECODERS = { base58: base58.decode, base64: base64.decode };

function decodeBytes(text, encoding) {
  const decode = DECODERS[encoding];
  if (decode === undefined)
    throw invalidParams(`unsupported encoding: ${encoding}. Supported encodings: base58, base64`);
  try {
    return decode(text);
  } catch (error) {
    throw invalidParams(`invalid ${encoding} encoding: ${error.message}`);
  }
}

function isSound({ signatures, message }) {
  const { header, accountKeys, instructions } = message;
  if (signatures.length !== header.numRequiredSignatures || signatures.length === 0) return false;
  if (accountKeys.length < header.numRequiredSignatures + header.numReadonlyUnsignedAccounts) return false;
  if (header.numReadonlySignedAccounts >= header.numRequiredSignatures) return false;
  const loads = message.addressTableLookups ?? [];
  const known = accountKeys.length + loads.flatMap((load) => [...load.writableIndexes, ...load.readonlyIndexes]).length;
  return instructions.every(
    ({ programIdIndex, accounts }) =>
      programIdIndex > 0 && programIdIndex < accountKeys.length && accounts.every((index) => index < known),
  );
}

/**
 * Decodes the transaction of a call to `{ transaction, wire }`. @throws RpcError -32602 for an
 * invalid transaction
 */
function decodeTransaction(text, encoding) {
  if (typeof text !== "string") throw invalidParams(`Invalid params: invalid type: ${typeof text}, expected a string.`);
  const wire = decodeBytes(text, encoding);
  if (wire.length > TRANSACTION_BYTES_MAX) {
    throw invalidParams(`decoded ${KIND} too large: ${wire.length} bytes (max: ${TRANSACTION_BYTES_MAX} bytes)`);
  }
  try {
    const transaction = readTransaction(wire);
    if (isSound(transaction)) return { transaction, wire };
  } catch (error) {
    throw invalidParams(`failed to deserialize ${KIND}: ${error.message}`);
  }
  throw invalidParams("invalid transaction: Transaction failed to sanitize accounts offsets correctly");
}

const isSigned = ({ signatures, messageBytes, message }) =>
  signatures.every((signature, index) => isSignedBy(message.accountKeys[index], messageBytes, signature));

function encodeTrial({ failure, logs, unitsConsumed, returnData }, details) {
  const data = returnData && [Buffer.from(returnData.data).toString("base64"), "base64"];
  return {
    accounts: null,
    err: failure,
    fee: null,
    innerInstructions: null,
    loadedAccountsDataSize: null,
    loadedAddresses: null,
    logs,
    postBalances: null,
    postTokenBalances: null,
    preBalances: null,
    preTokenBalances: null,
    replacementBlockhash: null,
    returnData: returnData && { programId: base58.encode(returnData.programId), data },
    unitsConsumed,
    ...details,
  };
}

function checkBeforehand(node, transaction, { preflightCommitment, minContextSlot }) {
  if (!isSigned(transaction)) throw signatureFailure();
  if (node.health.slotsBehind !== null) throw nodeUnhealthy(node.health.slotsBehind);
  const block = chooseBlock(node.ledger, { commitment: preflightCommitment, minContextSlot });
  const trial = tryAfter(node, block, transaction);
  if (trial.failure !== null) throw preflightFailure(describeFailure(trial.failure), encodeTrial(trial));
}

function encodeInner(innerInstructions) {
  return innerInstructions.map(({ index, instructions }) => ({
    index,
    instructions: instructions.map((instruction) => ({ ...instruction, data: base58.encode(instruction.data) })),
  }));
}

function simulate(node, text, options) {
  const { transaction } = decodeTransaction(text, options.encoding ?? "base58");
  const { sigVerify: verifiesSignatures = false, replaceRecentBlockhash: replacesHash = false } = options;
  if (verifiesSignatures && replacesHash) throw invalidParams("sigVerify may not be used with replaceRecentBlockhash");
  if (verifiesSignatures && !isSigned(transaction)) throw signatureFailure();
  const { ledger, machine } = node;
  const block = chooseBlock(ledger, options);
  const trial = tryAfter(node, block, transaction, { replacesHash, verifiesSignatures });
  const { accounts } = trial;
  const read = (address) =>
    accounts.has(address) ? accounts.get(address) : accountAfter(ledger, machine, block, address);
  const { addresses, encoding = "base64" } = options.accounts ?? {};
  if (encoding === "base58" || encoding === "binary") throw invalidParams("base58 encoding not supported");
  const replacement = { blockhash: block.hash, lastValidBlockHeight: ledger.lastValidHeight(block) };
  const value = encodeTrial(trial, {
    ...describeTrialBalances(node, block, transaction, trial),
    accounts: addresses?.map((address) => encodeAccount(read(takeAddress(address)), { encoding }, read)) ?? null,
    innerInstructions: options.innerInstructions ? encodeInner(trial.innerInstructions) : null,
    replacementBlockhash: replacesHash ? replacement : null,
  });
  return inContext(block, value);
}

/** Returns the methods by name, each `(params) => result`. */
export function createSendMethods(node) {
  return {
    sendTransaction([text, config]) {
      const options = takeOptions(config);
      const { transaction, wire } = decodeTransaction(text, options.encoding ?? "base58");
      // Without preflight a node forwards anything that is formally a transaction, and reports
      // nothing about its outcome.
      if (options.skipPreflight !== true) checkBeforehand(node, transaction, options);
      return node.receive(transaction, wire);
    },
    simulateTransaction: ([text, config]) => simulate(node, text, takeOptions(config)),
  };
}
