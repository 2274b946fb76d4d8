/**
 * toncenter v3: account summaries in the short formats kept from v2, and fee estimates of messages.
 */
import { beginCell, external, loadTransaction, storeMessage } from "@ton/core";
import { readAccount } from "./account-state.mjs";
import { badParameter, RequestError } from "./errors.mjs";
import { addressesOf } from "./query.mjs";
import { bocOf, hashOf, readAddress, readBoc } from "./text-forms.mjs";

/**
 * The supported wallets, by the hash of their code: their name, and the bits before their number.
 */
const WALLETS = {
  "hNr6RJ+Ypph3ibojI1gHK8D3bcRSQAKl0JGLmnXS1Zk=": { type: "wallet v3 r2", skip: 0 },
  "/rX/aCDi/w2Ug+fg1iyBfYRniftK5YDIeIZtlZ2r1cA=": { type: "wallet v4 r2", skip: 0 },
  "IINLe3KxEhR+Gy+0V7hOdNGjDwT3N9T2KmaOlVLSty8=": { type: "wallet v5 r1", skip: 1 },
};

/** Returns the state of the query's address. An untouched account is reported as `uninit` here. */
function stateOf({ ledger }, query) {
  const [address] = addressesOf(query, "address");
  if (address === undefined) throw new RequestError(401, "address of account is required");
  const state = readAccount(ledger.account(readAddress(address)));
  return { ...state, status: state.status === "nonexist" ? "uninit" : state.status };
}

const basics = ({ balance, status, lastHash, lastLt }) => ({
  balance: balance.toString(),
  last_transaction_lt: lastLt.toString(),
  last_transaction_hash: lastHash,
  status,
});

function getAddressInformation(chain, query) {
  const state = stateOf(chain, query);
  const { code, data, frozenHash } = state;
  return { ...basics(state), code: code && bocOf(code), data: data && bocOf(data), frozen_hash: frozenHash };
}

function getWalletInformation(chain, query) {
  const state = stateOf(chain, query);
  if (state.status === "uninit") return basics(state);
  const wallet = state.code && WALLETS[hashOf(state.code)];
  if (!wallet) throw new RequestError(409, "not a wallet");
  const data = state.data.beginParse().skip(wallet.skip);
  return { ...basics(state), wallet_type: wallet.type, seqno: data.loadUint(32), wallet_id: data.loadUint(32) };
}

function readCell(text, name) {
  const cell = text ? readBoc(text) : null;
  if (text && cell === null) throw badParameter(`failed to parse ${name}`);
  return cell;
}

/**
 * Returns the fees of the transaction that the message would cause; not of those that follow it.
 */
function feesOf({ totalFees, description }) {
  const storage = description.storagePhase?.storageFeesCollected ?? 0n;
  const gas = description.computePhase.gasFees ?? 0n;
  const action = description.actionPhase?.totalActionFees ?? 0n;
  const forward = description.actionPhase?.totalFwdFees ?? 0n;
  const fees = {
    in_fwd_fee: totalFees.coins - storage - gas - action,
    storage_fee: storage,
    gas_fee: gas,
    fwd_fee: forward,
  };
  return Object.fromEntries(Object.entries(fees).map(([name, amount]) => [name, Number(amount)]));
}

async function estimateFee(chain, _query, { address, body, init_code, init_data, ignore_chksig = true }) {
  const to = readAddress(address);
  const [code, data] = [readCell(init_code, "init_code"), readCell(init_data, "init_data")];
  const init = code && data ? { code, data } : undefined;
  const content = readCell(body, "body") ?? beginCell().endCell();
  const message = beginCell()
    .store(storeMessage(external({ to, body: content, init })))
    .endCell();
  const { transaction, refusal } = await chain.trial(to, message, { isSignatureIgnored: ignore_chksig === true });
  if (refusal) throw new RequestError(500, `External message was not accepted, exitcode=${refusal.exitCode}`);
  return { source_fees: feesOf(loadTransaction(transaction.beginParse())), destination_fees: [] };
}

export const walletRoutes = {
  "GET /api/v3/addressInformation": getAddressInformation,
  "GET /api/v3/walletInformation": getWalletInformation,
  "POST /api/v3/estimateFee": estimateFee,
};
