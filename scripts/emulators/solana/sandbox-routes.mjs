/**
 * The sandbox's own calls besides the chain's. Bodies and responses are JSON; a request that cannot
 * be carried out gets 400 and `{ error }`.
 *
 * - `GET describe` -> `{ genesisHash, faucet, tokens: { USDT: { address, decimals } } }`
 * - `mine { blocks, slots }` -> `{ slot, height }`: blocks with the pending transactions, after
 *   this many empty slots
 * - `advance { slots }` or `{ seconds }` -> `{ slot, height }`: empty blocks, so that pending
 *   transactions stay out and hashes expire; seconds move the clock of the blocks too
 * - `send { outputs: [{ to, contract, units, memo }], fails, lookup }` -> `{ transactionId }`: one
 *   transaction pays them all; on request it fails at its end, or names the recipients through a
 *   lookup table. `to` is an owner (whose token account is created if there is none) or a token
 *   account; `contract` is null for SOL
 * - `token { symbol, name, decimals, program }` -> `{ contract }`: the faucet owns the whole supply
 *   once a block was produced; the program is "token" or "token-2022"
 * - `account { owner, contract }` -> `{ account }`: an additional account of an owner for a token,
 *   besides the associated one, once a block was produced
 * - `health { slotsBehind }`: the node reports this lag, and refuses preflight; null: it is healthy
 */
import { base58 } from "@scure/base";
import { describeFailure } from "./failures.mjs";
import { OrderError } from "./faucet.mjs";
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from "./programs.mjs";
import { makeAccount, makeToken } from "./token-maker.mjs";

const COUNT_MAX = 100_000;
const SECONDS_MAX = 366 * 86_400;
const PROGRAMS = { token: TOKEN_PROGRAM, "token-2022": TOKEN_2022_PROGRAM };
const UNITS = /^[0-9]{1,20}$/;

function takeCount(value, name, least, most = COUNT_MAX) {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new OrderError(`${name} must be a whole number from ${least} to ${most}`);
}

function takeAddress(value) {
  try {
    if (base58.decode(value).length === 32) return value;
  } catch {
    // Reported below.
  }
  throw new OrderError(`${JSON.stringify(value)} is no address`);
}

function takeOutput({ to, contract = null, units, memo }) {
  if (typeof units !== "string" || !UNITS.test(units)) throw new OrderError("units must be digits in a text");
  return {
    to: takeAddress(to),
    contract: contract === null ? null : takeAddress(contract),
    units: BigInt(units),
    memo: memo ?? null,
  };
}

function send(node, { outputs, fails = false, lookup = false }) {
  if (!Array.isArray(outputs) || outputs.length === 0) throw new OrderError("outputs must be a list of at least one");
  const { transaction, wire } = node.faucet.pay(outputs.map(takeOutput), { fails, usesTable: lookup });
  const { failure } = node.machine.simulate(transaction);
  if (failure !== null && !fails) throw new OrderError(describeFailure(failure));
  return { transactionId: node.receive(transaction, wire) };
}

function addToken(node, { symbol, name, decimals, program = "token" }) {
  if (typeof symbol !== "string" || symbol === "") throw new OrderError("symbol must be a text");
  const token = { symbol, name: String(name ?? symbol), decimals: takeCount(decimals, "decimals", 0, 18) };
  if (!Object.hasOwn(PROGRAMS, program)) throw new OrderError(`program must be one of ${Object.keys(PROGRAMS)}`);
  const { transaction, wire, contract } = makeToken(node, { ...token, program: PROGRAMS[program] });
  node.receive(transaction, wire);
  return { contract };
}

function addAccount(node, { owner, contract }) {
  const { transaction, wire, account } = makeAccount(node, {
    owner: takeAddress(owner),
    contract: takeAddress(contract),
  });
  node.receive(transaction, wire);
  return { account };
}

const describeHead = ({ ledger }) => ({ slot: ledger.head().slot, height: ledger.head().height });

function mine(node, { blocks = 1, slots = 0 }) {
  node.producer.mine(takeCount(blocks, "blocks", 1), takeCount(slots, "slots", 0));
  return describeHead(node);
}

function advance(node, { slots, seconds }) {
  if (seconds !== undefined) node.producer.advanceSeconds(takeCount(seconds, "seconds", 1, SECONDS_MAX));
  else node.producer.advance(takeCount(slots, "slots", 1));
  return describeHead(node);
}

function describe(node) {
  const tokens = node.memory.tokens.map(({ symbol, address, decimals }) => [symbol, { address, decimals }]);
  return { genesisHash: node.genesisHash, faucet: node.faucet.address, tokens: Object.fromEntries(tokens) };
}

function setHealth(node, { slotsBehind = null }) {
  node.health.slotsBehind = slotsBehind === null ? null : takeCount(slotsBehind, "slotsBehind", 1);
  return {};
}

/**
 * By method and path, each `(node, body) => answer`. They throw OrderError for requests that cannot
 * be carried out.
 */
export const SANDBOX_ROUTES = {
  "GET /sandbox/describe": describe,
  "POST /sandbox/mine": mine,
  "POST /sandbox/send": send,
  "POST /sandbox/token": addToken,
  "POST /sandbox/account": addAccount,
  "POST /sandbox/advance": advance,
  "POST /sandbox/health": setHealth,
};
