/**
 * A transaction in the format of toncenter's v3 `Transaction`, read entirely from the transaction's
 * own cell.
 */
import { Cell, loadTransaction } from "@ton/core";
import { blockRefOf } from "./block-json.mjs";
import { toMessageJson } from "./message-json.mjs";
import { messagesOf } from "./messages.mjs";
import { hashOfNumber } from "./text-forms.mjs";

const STATUS = { uninitialized: "uninit", active: "active", frozen: "frozen", "non-existing": "nonexist" };
const SKIPPED = { "no-state": "no_state", "bad-state": "bad_state", "no-gas": "no_gas" };
const BOUNCE = { ok: "ok", "no-funds": "nofunds", "negative-funds": "negfunds" };

const text = (value) => value?.toString();
const sizeOf = (size) => size && { cells: text(size.cells), bits: text(size.bits) };
const hashOrNone = (value) => (value === undefined ? undefined : hashOfNumber(value));

function storagePhase(phase) {
  return (
    phase && {
      storage_fees_collected: text(phase.storageFeesCollected),
      storage_fees_due: text(phase.storageFeesDue ?? undefined),
      status_change: phase.statusChange,
    }
  );
}

function creditPhase(phase) {
  return phase && { due_fees_collected: text(phase.dueFeesColelcted ?? undefined), credit: text(phase.credit.coins) };
}

function computePhase(phase) {
  if (phase.type === "skipped") return { skipped: true, reason: SKIPPED[phase.reason] };
  return {
    skipped: false,
    success: phase.success,
    msg_state_used: phase.messageStateUsed,
    account_activated: phase.accountActivated,
    gas_fees: text(phase.gasFees),
    gas_used: text(phase.gasUsed),
    gas_limit: text(phase.gasLimit),
    gas_credit: text(phase.gasCredit),
    mode: phase.mode,
    exit_code: phase.exitCode,
    exit_arg: phase.exitArg,
    vm_steps: phase.vmSteps,
    vm_init_state_hash: hashOrNone(phase.vmInitStateHash),
    vm_final_state_hash: hashOrNone(phase.vmFinalStateHash),
  };
}

function actionPhase(phase) {
  return (
    phase && {
      success: phase.success,
      valid: phase.valid,
      no_funds: phase.noFunds,
      status_change: phase.statusChange,
      total_fwd_fees: text(phase.totalFwdFees ?? undefined),
      total_action_fees: text(phase.totalActionFees ?? undefined),
      result_code: phase.resultCode,
      result_arg: phase.resultArg ?? undefined,
      tot_actions: phase.totalActions,
      spec_actions: phase.specActions,
      skipped_actions: phase.skippedActions,
      msgs_created: phase.messagesCreated,
      action_list_hash: hashOrNone(phase.actionListHash),
      tot_msg_size: sizeOf(phase.totalMessageSize),
    }
  );
}

function bouncePhase(phase) {
  return (
    phase && {
      type: BOUNCE[phase.type],
      msg_size: sizeOf(phase.messageSize),
      req_fwd_fees: text(phase.requiredForwardFees),
      msg_fees: text(phase.messageFees),
      fwd_fees: text(phase.forwardFees),
    }
  );
}

function descriptionOf(description) {
  const isTick = description.type === "tick-tock";
  return {
    type: isTick ? "tick_tock" : "ord",
    aborted: description.aborted,
    destroyed: description.destroyed,
    credit_first: description.creditFirst,
    is_tock: isTick ? description.isTock : undefined,
    storage_ph: storagePhase(description.storagePhase ?? undefined),
    credit_ph: creditPhase(description.creditPhase ?? undefined),
    compute_ph: computePhase(description.computePhase),
    action: actionPhase(description.actionPhase ?? undefined),
    bounce: bouncePhase(description.bouncePhase ?? undefined),
  };
}

/** Converts a ledger's record to a response. Omits absent values, as toncenter does. */
export function toTransactionJson(record) {
  const cell = Cell.fromBase64(record.boc);
  const transaction = loadTransaction(cell.beginParse());
  const { incoming, outgoing } = messagesOf(cell);
  return {
    account: record.account,
    hash: record.hash,
    lt: record.lt,
    now: record.now,
    mc_block_seqno: record.block,
    trace_id: record.trace,
    prev_trans_hash: hashOfNumber(transaction.prevTransactionHash),
    prev_trans_lt: text(transaction.prevTransactionLt),
    orig_status: STATUS[transaction.oldStatus],
    end_status: STATUS[transaction.endStatus],
    total_fees: text(transaction.totalFees.coins),
    total_fees_extra_currencies: {},
    description: descriptionOf(transaction.description),
    block_ref: blockRefOf(record),
    in_msg: incoming && toMessageJson(incoming),
    out_msgs: outgoing.map(toMessageJson),
    account_state_before: record.before,
    account_state_after: record.after,
    emulated: false,
    finality: "finalized",
  };
}
