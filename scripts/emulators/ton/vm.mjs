/**
 * The real TVM with the main network's configuration: @ton/sandbox's executor, given the account
 * state, time and logical time to use.
 */
import { Cell, Dictionary } from "@ton/core";
import { defaultConfig, Executor } from "@ton/sandbox";

const NO_SEED = Buffer.alloc(32);
const GET_METHOD_GAS = 1_000_000n;
const CONFIG_KEY = Dictionary.Keys.Int(32);
const CONFIG_VALUE = Dictionary.Values.Cell();

function common({ account, now, lt }, isSignatureIgnored = false) {
  return {
    config: defaultConfig,
    libs: null,
    verbosity: "short",
    shardAccount: account,
    now,
    lt,
    randomSeed: NO_SEED,
    ignoreChksig: isSignatureIgnored,
    debugEnabled: false,
  };
}

/**
 * Returns `{ transaction, account }` of the execution, or `{ refusal }` for an external message
 * that the account does not accept.
 */
function toOutcome({ result }) {
  if (result.success)
    return { transaction: Cell.fromBase64(result.transaction), account: result.shardAccount, refusal: null };
  const { vmExitCode = null, vmLog = "" } = result.vmResults ?? {};
  return { transaction: null, account: null, refusal: { exitCode: vmExitCode, log: vmLog } };
}

/**
 * Returns `{ runMessage, runTickTock, runGetMethod }`. Accounts are ShardAccount cells in base64;
 * nothing is stored here. `runGetMethod` returns `{ exitCode, gasUsed, stack }`, the stack as a
 * cell in base64.
 */
export async function createVm() {
  const executor = await Executor.create();
  return {
    async runMessage(state, message, { isSignatureIgnored } = {}) {
      return toOutcome(await executor.runTransaction({ ...common(state, isSignatureIgnored), message }));
    },
    async runTickTock(state, which) {
      return toOutcome(await executor.runTickTock({ ...common(state), which }));
    },
    async runGetMethod({ code, data, address, balance, now }, methodId, stack) {
      const { output } = await executor.runGetMethod({
        code,
        data,
        address,
        balance,
        methodId,
        stack,
        config: defaultConfig,
        verbosity: "short",
        unixTime: now,
        randomSeed: NO_SEED,
        gasLimit: GET_METHOD_GAS,
        debugEnabled: false,
      });
      if (!output.success) throw new Error(output.error);
      return { exitCode: output.vm_exit_code, gasUsed: output.gas_used, stack: output.stack };
    },
  };
}

/** Returns the cell of one configuration parameter, or null. */
export function readConfigParameter(id) {
  const entries = Cell.fromBase64(defaultConfig).beginParse().loadDictDirect(CONFIG_KEY, CONFIG_VALUE);
  return entries.get(id) ?? null;
}
