/** toncenter v3: complete message chains, from the external message that started them. */
import { badParameter } from "./errors.mjs";
import { addressesOf, hashesOf, isAscending, numberOf, pageOf } from "./query.mjs";
import { toTransactionJson } from "./transaction-json.mjs";

const byLogicalTime = (one, other) => (BigInt(one.lt) < BigInt(other.lt) ? -1 : 1);

/** Returns a transaction with those that its messages caused. */
function toNode(record, byMessage) {
  const children = record.messages.outgoing.map((hash) => byMessage.get(hash)).filter((child) => child !== undefined);
  return {
    tx_hash: record.hash,
    in_msg_hash: record.messages.incoming,
    children: children.map((child) => toNode(child, byMessage)),
  };
}

function toTraceJson(chain, trace) {
  const records = [...chain.ledger.transactionsOf({ trace })].sort(byLogicalTime);
  const [first, last] = [records[0], records.at(-1)];
  const pending = chain.waitingOfTrace(trace);
  const byMessage = new Map(records.map((record) => [record.messages.incoming, record]));
  return {
    trace_id: trace,
    external_hash: first.messages.incoming,
    mc_seqno_start: String(first.block),
    mc_seqno_end: String(last.block),
    start_lt: first.lt,
    start_utime: first.now,
    end_lt: last.lt,
    end_utime: last.now,
    trace_info: {
      trace_state: pending > 0 ? "pending" : "complete",
      messages: records.length + pending,
      transactions: records.length,
      pending_messages: pending,
      classification_state: "unclassified",
    },
    is_incomplete: false,
    trace: toNode(first, byMessage),
    transactions_order: records.map(({ hash }) => hash),
    transactions: Object.fromEntries(records.map((record) => [record.hash, toTransactionJson(record)])),
  };
}

/**
 * Returns the records by which a query finds its traces: exactly one of its filters may be present.
 */
function recordsOf({ ledger }, query) {
  const filters = {
    account: () => addressesOf(query, "account").flatMap((account) => ledger.transactionsOf({ account })),
    trace_id: () => hashesOf(query, "trace_id").flatMap((trace) => ledger.transactionsOf({ trace })),
    tx_hash: () => hashesOf(query, "tx_hash").flatMap((hash) => ledger.transaction(hash) ?? []),
    msg_hash: () => hashesOf(query, "msg_hash").flatMap((message) => ledger.transactionsOf({ message })),
  };
  const given = Object.keys(filters).filter((name) => query.has(name));
  const block = numberOf(query, "mc_seqno");
  if (given.length > 1) throw badParameter("only one of account, trace_id, tx_hash, msg_hash should be specified");
  if (given.length === 1) return filters[given[0]]();
  return block === undefined ? [...ledger.transactions()] : ledger.transactionsOf({ block: Number(block) });
}

function getTraces(chain, query) {
  const found = recordsOf(chain, query).filter(({ isTick }) => !isTick);
  const traces = [...new Set(found.map(({ trace }) => trace))].map((trace) => toTraceJson(chain, trace));
  const block = query.get("mc_seqno");
  const ended = traces.filter((trace) => block === null || trace.mc_seqno_end === block);
  ended.sort((one, other) => byLogicalTime({ lt: one.end_lt }, { lt: other.end_lt }));
  if (!isAscending(query)) ended.reverse();
  return { traces: pageOf(query, ended), address_book: {}, metadata: {} };
}

export const traceRoutes = { "GET /api/v3/traces": getTraces };
