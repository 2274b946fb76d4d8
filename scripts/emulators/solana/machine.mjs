/**
 * The runtime: litesvm executes transactions with the network's own rules for signatures, fees,
 * rent and programs. The node does what it lacks: blocks, the validity of block hashes, duplicate
 * transactions.
 */
import { createRequire } from "node:module";
import { failureToJson } from "./failures.mjs";

// The package is CommonJS with many megabytes of native code, intended for `require`.
const { Clock, LiteSVM } = createRequire(import.meta.url)("litesvm");

/** As on the main network; an account without data has it too. */
const SLOTS_PER_EPOCH = 432_000n;

function signaturesByKey({ signatures, message }) {
  return Object.fromEntries(signatures.map((signature, index) => [message.accountKeys[index], signature]));
}

function readReturnData(meta) {
  const { programId, data } = { programId: meta.returnData().programId(), data: meta.returnData().data() };
  return data.length === 0 ? null : { programId, data };
}

function readInnerInstructions(meta) {
  return meta.innerInstructions().flatMap((list, index) => {
    const instructions = list.map((inner) => ({
      programIdIndex: inner.instruction().programIdIndex(),
      accounts: [...inner.instruction().accounts()],
      data: Uint8Array.from(inner.instruction().data()),
      stackHeight: inner.stackHeight(),
    }));
    return instructions.length === 0 ? [] : [{ index, instructions }];
  });
}

function readResult(result) {
  const hasFailed = "err" in result;
  const meta = hasFailed || "postAccounts" in result ? result.meta() : result;
  return {
    failure: hasFailed ? failureToJson(result.err()) : null,
    logs: meta.logs(),
    innerInstructions: readInnerInstructions(meta),
    unitsConsumed: Number(meta.computeUnitsConsumed()),
    returnData: readReturnData(meta),
  };
}

function readAccountsAfter(result) {
  const accounts = "postAccounts" in result ? result.postAccounts() : [];
  return new Map(
    accounts.map(({ address, lamports, data, programAddress: owner, executable }) => [
      address,
      lamports === 0n ? null : { lamports: BigInt(lamports), data, owner, executable },
    ]),
  );
}

const toRuntime = ({ signatures, messageBytes, message }) => ({
  messageBytes,
  signatures: signaturesByKey({ signatures, message }),
});

function readAccount(svm, address) {
  const account = svm.getAccount(address);
  if (!account.exists) return null;
  const { lamports, data, programAddress: owner, executable } = account;
  return { lamports: BigInt(lamports), data, owner, executable };
}

function writeAccount(svm, address, account) {
  // An account without lamports does not exist, as on the chain.
  const { lamports, data, owner, executable } = account ?? {
    lamports: 0n,
    data: new Uint8Array(),
    owner: "11111111111111111111111111111111",
    executable: false,
  };
  svm.setAccount({ address, lamports, data, programAddress: owner, executable, space: BigInt(data.length) });
}

/**
 * Creates a runtime, new or from what `save` returned. Accounts are
 * `{ lamports, data, owner, executable }`, or null if there is none.
 */
export function createMachine(saved) {
  const svm = saved === undefined ? new LiteSVM() : LiteSVM.fromBytes(saved);
  // Both checks know only the newest hash and the last few transactions; the ledger applies the
  // chain's rules.
  svm.withBlockhashCheck(false).withTransactionHistory(0n);
  return {
    account: (address) => readAccount(svm, address),
    setAccount: (address, account) => writeAccount(svm, address, account),
    /** All accounts of a program as `[address, account]`. */
    accountsOf: (program) => svm.getProgramAccounts(program).map(({ address }) => [address, readAccount(svm, address)]),
    rentExemptMinimum: (bytes) => svm.minimumBalanceForRentExemption(BigInt(bytes)),
    /** Sets the time that programs see from now on. */
    setTime(slot, unixSeconds) {
      const epoch = BigInt(slot) / SLOTS_PER_EPOCH;
      svm.setClock(new Clock(BigInt(slot), 0n, epoch, epoch + 1n, BigInt(unixSeconds)));
    },
    /**
     * Executes and commits. Returns `{ failure, logs, innerInstructions, unitsConsumed, returnData
     * }`.
     */
    execute: (transaction) => readResult(svm.sendTransaction(toRuntime(transaction))),
    /**
     * Does the same without changing anything; also returns `accounts`, a map of the accounts that
     * the transaction would leave (null: none).
     */
    simulate(transaction, { verifiesSignatures = true } = {}) {
      svm.withSigverify(verifiesSignatures);
      try {
        const result = svm.simulateTransaction(toRuntime(transaction));
        return { ...readResult(result), accounts: readAccountsAfter(result) };
      } finally {
        svm.withSigverify(true);
      }
    },
    save: () => svm.toBytes(),
  };
}
