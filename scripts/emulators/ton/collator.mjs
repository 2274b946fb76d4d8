/**
 * Produces one masterchain block: executes the pending messages in the TVM against the ledger's
 * accounts, and the messages that they send.
 */
import { createHash } from "node:crypto";
import { Address, Cell, loadTransaction } from "@ton/core";
import { readAccount, summariseAccount } from "./account-state.mjs";
import { messagesOf, readMessage } from "./messages.mjs";
import { bocOf, hashOf, toRawText } from "./text-forms.mjs";

/**
 * The account whose ticks represent what the real network's own contracts do in each masterchain
 * block.
 */
export const CLOCKWORK = new Address(-1, Buffer.alloc(32, 0x33));
const LT_STEP = 1_000_000n;
/** The remainder waits for the next block. */
const TRANSACTIONS_MAX = 5_000;

const digest = (...parts) => createHash("sha256").update(parts.join("|")).digest("base64");
const highest = (...numbers) => numbers.reduce((one, other) => (one > other ? one : other));

/** A block begins at a whole step of logical time, above everything before it. */
function headAfter(last, zeroRootHash, now) {
  const seqno = (last?.seqno ?? 0) + 1;
  const startLt = ((BigInt(last?.endLt ?? 0) / LT_STEP + 1n) * LT_STEP).toString();
  const rootHash = digest("root", last?.rootHash ?? zeroRootHash, seqno, now);
  return { seqno, time: highest(now, last?.time ?? 0), startLt, rootHash, fileHash: digest("file", rootHash) };
}

function toRecord(transaction, { head, address, before, after, isTick, trace }) {
  const { lt, now, outMessagesCount } = loadTransaction(transaction.beginParse());
  const { incoming, outgoing } = messagesOf(transaction);
  const hash = hashOf(transaction);
  const record = {
    hash,
    lt: lt.toString(),
    endLt: (lt + BigInt(outMessagesCount) + 1n).toString(),
    now,
    account: toRawText(address),
    block: head.seqno,
    isTick,
    trace: trace ?? hash,
    messages: {
      incoming: incoming?.hash ?? null,
      normalised: incoming?.normalised ?? null,
      outgoing: outgoing.map((message) => message.hash),
    },
    before: summariseAccount(before),
    after: summariseAccount(after),
    boc: bocOf(transaction),
  };
  return { record, sent: outgoing.filter(({ message }) => message.info.type === "internal") };
}

/**
 * Runs `run(state)` on an account as of now. Returns its record and the messages it sent, or null
 * if it was rejected.
 */
async function runOn(address, { ledger, head, createdLt = 0n, trace, isTick = false, run }) {
  const before = ledger.account(address);
  const lt = highest(BigInt(head.startLt), readAccount(before).endLt, createdLt) + 1n;
  const { transaction, account } = await run({ account: before, now: head.time, lt });
  if (transaction === null) return null;
  ledger.setAccount(address, account);
  return toRecord(transaction, { head, address, before, after: account, isTick, trace });
}

/**
 * Produces the next block of `ledger` at the time `now` (seconds). Takes every message of `pool`
 * (`externals` and `internals`, each `{ boc, trace }`); an external message that its account
 * rejects by now is dropped, as in the real pool. Messages sent by others run within the block, or
 * with `isSpread` in the next one.
 */
export async function collate({ ledger, vm, pool, now, zeroRootHash, isSpread }) {
  const head = headAfter(ledger.lastBlock, zeroRootHash, now);
  const records = [];
  const waiting = pool.internals.splice(0);
  const later = [];

  const tick = async (which) => {
    const outcome = await runOn(CLOCKWORK, {
      ledger,
      head,
      isTick: true,
      run: (state) => vm.runTickTock(state, which),
    });
    if (outcome) records.push(outcome.record);
  };
  const take = async ({ boc, trace }) => {
    const { cell, message } = readMessage(Cell.fromBase64(boc));
    const { dest, createdLt } = message.info;
    const outcome = await runOn(dest, { ledger, head, createdLt, trace, run: (state) => vm.runMessage(state, cell) });
    if (outcome === null) return;
    records.push(outcome.record);
    const sent = outcome.sent.map((one) => ({ boc: bocOf(one.cell), trace: outcome.record.trace }));
    (isSpread ? later : waiting).push(...sent);
  };
  const drain = async () => {
    while (waiting.length > 0 && records.length < TRANSACTIONS_MAX) await take(waiting.shift());
  };

  await tick("tick");
  await drain();
  for (const external of pool.externals.splice(0)) {
    await take(external);
    await drain();
  }
  await tick("tock");
  pool.internals.push(...waiting, ...later);
  const endLt = highest(BigInt(head.startLt) + 1n, ...records.map((record) => BigInt(record.endLt))).toString();
  ledger.addBlock({ ...head, endLt }, records);
}
