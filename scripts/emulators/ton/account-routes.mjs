/** toncenter v3: account states, get methods, and accepting external messages. */
import { readAccount } from "./account-state.mjs";
import { badParameter, RequestError } from "./errors.mjs";
import { methodIdOf } from "./method-id.mjs";
import { addressesOf, flagOf } from "./query.mjs";
import { readStack, toStackJson } from "./stack-json.mjs";
import { bocOf, hashOf, readAddress } from "./text-forms.mjs";

const ACCOUNTS_MAX = 1_000;

/** Omits what an account does not have, as the indexer does. */
function toStateJson(address, state, isWithCells) {
  const { frozenHash, data, code } = state;
  const cells = { ...(data && { data_boc: bocOf(data) }), ...(code && { code_boc: bocOf(code) }) };
  return {
    address,
    account_state_hash: state.stateHash,
    balance: state.balance.toString(),
    extra_currencies: {},
    status: state.status,
    last_transaction_hash: state.lastHash,
    last_transaction_lt: state.lastLt.toString(),
    ...(frozenHash && { frozen_hash: frozenHash }),
    ...(data && { data_hash: hashOf(data) }),
    ...(code && { code_hash: hashOf(code) }),
    ...(isWithCells ? cells : {}),
    contract_methods: null,
    interfaces: [],
  };
}

function getStates({ ledger }, query) {
  const addresses = [...new Set(addressesOf(query, "address"))];
  if (addresses.length === 0) throw badParameter("address of account is required");
  const isWithCells = flagOf(query, "include_boc", true);
  const known = addresses.slice(0, ACCOUNTS_MAX).map((text) => ({ text, address: readAddress(text) }));
  const accounts = known
    .filter(({ address }) => ledger.hasAccount(address))
    .map(({ text, address }) => toStateJson(text, readAccount(ledger.account(address)), isWithCells));
  return { accounts, address_book: {}, metadata: {} };
}

async function runGetMethod(chain, _query, { address, method, stack = [] }) {
  if (!address) throw new RequestError(401, "address is required");
  if (typeof method !== "string" || method === "") throw new RequestError(401, "method is required");
  const result = await chain.runGetMethod(readAddress(address), methodIdOf(method), readStack(stack));
  return { gas_used: result.gasUsed, exit_code: result.exitCode, stack: toStackJson(result.stack) };
}

async function postMessage(chain, _query, { boc }) {
  if (typeof boc !== "string" || boc === "") throw new RequestError(401, "boc is required");
  const { hash, normalised } = await chain.submit(boc);
  return { message_hash: hash, message_hash_norm: normalised };
}

export const accountRoutes = {
  "GET /api/v3/accountStates": getStates,
  "POST /api/v3/runGetMethod": runGetMethod,
  "POST /api/v3/message": postMessage,
};
