/**
 * The machine that holds balances and runs contracts: a private anvil whose blocks are not exposed.
 * 1 sun is 1 wei, and each call here that changes something mines a separate block.
 */
import { callNode } from "../anvil.mjs";
import { startEvmProcess } from "./evm-process.mjs";
import { slimDump } from "./state-dump.mjs";

const GAS_MAX = 100_000_000n;
/** A placeholder account for calls whose address does not matter. */
const NOBODY = `0x${"0".repeat(40)}`;
const INTRINSIC_GAS = 21_000n;
const GAS_PER_ZERO_BYTE = 4n;
const GAS_PER_BYTE = 16n;

const toHex = (number) => `0x${number.toString(16)}`;

/** Returns the gas that the bare transaction costs before any code runs. */
function intrinsicGas(data) {
  const bytes = Buffer.from(data.slice(2), "hex");
  const zeros = bytes.filter((byte) => byte === 0).length;
  return INTRINSIC_GAS + BigInt(zeros) * GAS_PER_ZERO_BYTE + BigInt(bytes.length - zeros) * GAS_PER_BYTE;
}

/** Returns a plain transfer of money, for `sendAll`. The receiver has no code to run. */
export function movement(from, to, value) {
  return { from, to, value: toHex(value), gas: toHex(INTRINSIC_GAS) };
}

/** The machine behind one URL; addresses are `0x...`. */
class Evm {
  #changes = 0;
  #height = null;

  constructor({ child, url, stop }) {
    this.child = child;
    this.url = url;
    this.stop = stop;
  }

  call(method, ...params) {
    return callNode(this.url, method, ...params);
  }

  /** For calls that change something. */
  #change(method, ...params) {
    this.#changes += 1;
    this.#height = null;
    return this.call(method, ...params);
  }

  /** Increments with every state change. */
  get changes() {
    return this.#changes;
  }

  /** The number of its newest block. */
  async height() {
    this.#height ??= Number.parseInt(await this.call("eth_blockNumber"), 16);
    return this.#height;
  }

  /**
   * Sends transactions that must succeed, in one block and in this order. Returns their
   * receipts. @throws Error, with nothing executed
   */
  async sendAll(transactions) {
    let isMined = false;
    try {
      const hashes = [];
      for (const transaction of transactions) {
        hashes.push(
          await this.#change("eth_sendTransaction", { gasPrice: "0x0", gas: toHex(GAS_MAX), ...transaction }),
        );
      }
      await this.#change("evm_mine");
      isMined = true;
      const receipts = await Promise.all(hashes.map((hash) => this.call("eth_getTransactionReceipt", hash)));
      if (receipts.some((receipt) => receipt?.status !== "0x1"))
        throw new Error("the machine did not do as was planned");
      return receipts;
    } catch (error) {
      await this.call("anvil_dropAllTransactions");
      if (isMined) await this.#change("anvil_rollback", 1);
      throw error;
    }
  }

  async send(transaction) {
    const [receipt] = await this.sendAll([transaction]);
    return receipt;
  }

  async setBalance(address, value) {
    await this.#change("anvil_setBalance", address, toHex(value));
    await this.#change("evm_mine");
  }

  setCode(address, code) {
    return this.#change("anvil_setCode", address, code);
  }

  /** Returns the balance now, or at the block of this height. */
  async balance(address, height = null) {
    return BigInt(await this.call("eth_getBalance", address, height === null ? "latest" : toHex(height)));
  }

  code(address) {
    return this.call("eth_getCode", address, "latest");
  }

  /**
   * Runs a call without keeping its effects. Returns `{ outcome, gas, output }`: gas is the maximum
   * that the code needs, without refunds, which TRON does not have; the outcome is `SUCCESS`,
   * `REVERT` or `ILLEGAL_OPERATION`.
   */
  async simulate({ from, to, data, value = 0n }) {
    const transaction = { from, to, data, value: toHex(value), gasPrice: "0x0", gas: toHex(GAS_MAX) };
    const trace = await this.call("debug_traceCall", transaction, "latest", { tracer: "callTracer" });
    const output = (trace.output ?? "0x").slice(2);
    if (trace.error !== undefined) {
      const outcome = trace.error === "execution reverted" ? "REVERT" : "ILLEGAL_OPERATION";
      return { outcome, gas: BigInt(trace.gasUsed) - intrinsicGas(data), output };
    }
    const needed = BigInt(await this.call("eth_estimateGas", transaction));
    return { outcome: "SUCCESS", gas: needed - intrinsicGas(data), output };
  }

  /** Returns the current state and those at these heights, for `startEvm`. */
  async dump(heights) {
    const blocks = heights.map((height) => this.call("eth_getBlockByNumber", toHex(height), false));
    const hashes = (await Promise.all(blocks)).map((block) => block?.hash);
    return slimDump(await this.call("anvil_dumpState", true), { heights, hashes });
  }

  /** Returns whether the state at that height is still available for a rollback. */
  async remembers(height) {
    if (height === (await this.height())) return true;
    const answer = await this.balance(NOBODY, height).catch(() => null);
    return answer !== null;
  }

  /** Rolls back everything after the block of this height. */
  async rollBackTo(height) {
    const depth = (await this.height()) - height;
    if (depth > 0) await this.#change("anvil_rollback", depth);
  }
}

/** Starts the machine, with the state of an earlier `dump` if given. */
export async function startEvm({ genesisSeconds, folder, saved }) {
  const evm = new Evm(await startEvmProcess(genesisSeconds, folder));
  if (saved !== undefined) await evm.call("anvil_loadState", saved);
  return evm;
}
