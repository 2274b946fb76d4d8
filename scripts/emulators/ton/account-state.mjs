/**
 * Parses a ShardAccount cell: balance, status, code and data, and the account's newest transaction.
 */
import { beginCell, Cell, loadShardAccount } from "@ton/core";
import { bocOf, hashOf, hashOfNumber } from "./text-forms.mjs";

const STATUS = { uninit: "uninit", active: "active", frozen: "frozen" };

/** A ShardAccount without account and transaction. */
export const EMPTY_ACCOUNT = bocOf(
  beginCell().storeRef(beginCell().storeBit(0).endCell()).storeUint(0, 256).storeUint(0, 64).endCell(),
);

/**
 * Reads a ShardAccount in base64. `status` is `nonexist` for an account that was never paid;
 * `endLt` is the minimum logical time of the account's next transaction; `stateHash` the hash of
 * the account's own cell.
 */
export function readAccount(base64) {
  const cell = Cell.fromBase64(base64);
  const { account, lastTransactionHash, lastTransactionLt } = loadShardAccount(cell.beginParse());
  const state = account?.storage.state;
  const active = state?.type === "active" ? state.state : null;
  const isKnown = account !== null && account !== undefined;
  return {
    status: isKnown ? STATUS[state.type] : "nonexist",
    balance: account?.storage.balance.coins ?? 0n,
    code: active?.code ?? null,
    data: active?.data ?? null,
    frozenHash: state?.type === "frozen" ? hashOfNumber(state.stateHash) : null,
    stateHash: hashOf(cell.refs[0] ?? cell),
    lastHash: hashOfNumber(lastTransactionHash),
    lastLt: lastTransactionLt,
    endLt: account?.storage.lastTransLt ?? 0n,
  };
}

/** Returns the part of a state that a transaction shows before and after itself. */
export function summariseAccount(base64) {
  const { status, balance, code, data, frozenHash, stateHash } = readAccount(base64);
  return {
    hash: stateHash,
    balance: balance.toString(),
    extra_currencies: {},
    account_status: status,
    frozen_hash: frozenHash,
    data_hash: data && hashOf(data),
    code_hash: code && hashOf(code),
  };
}
