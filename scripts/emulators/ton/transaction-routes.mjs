/** toncenter v3: transactions by block, message, account and hash. */
import { badParameter } from "./errors.mjs";
import { addressesOf, hashesOf, isAscending, numberOf, pageOf } from "./query.mjs";
import { toTransactionJson } from "./transaction-json.mjs";

const DIRECTIONS = new Set([null, "in", "out"]);

function compare(one, other) {
  const [left, right] = [BigInt(one.lt), BigInt(other.lt)];
  return left < right ? -1 : Number(left > right);
}

/** Returns a page of records by logical time, and by account within the same time. */
function answer(query, records) {
  const sign = isAscending(query) ? 1 : -1;
  const byAccount = (one, other) => (one.account < other.account ? -1 : 1);
  const sorted = [...records].sort((one, other) => sign * compare(one, other) || byAccount(one, other));
  return { transactions: pageOf(query, sorted).map(toTransactionJson), address_book: {} };
}

/** For a block that does not exist yet: no transactions and no error, like the real index. */
const ofBlock = (ledger, seqno) => ledger.transactionsOf({ block: seqno });

function byMasterchainBlock({ ledger }, query) {
  return answer(query, ofBlock(ledger, Number(numberOf(query, "seqno") ?? 0)));
}

function hasMessage({ incoming, normalised, outgoing }, hash, direction) {
  const isIn = incoming === hash || normalised === hash;
  return (direction !== "out" && isIn) || (direction !== "in" && outgoing.includes(hash));
}

function byMessage({ ledger }, query) {
  const hashes = hashesOf(query, "msg_hash");
  const direction = query.get("direction");
  if (!DIRECTIONS.has(direction)) throw badParameter("wrong direction, expected in or out");
  if (hashes.length === 0) throw badParameter("at least one of msg_hash, body_hash, opcode should be specified");
  const found = hashes.flatMap((hash) =>
    ledger.transactionsOf({ message: hash }).filter(({ messages }) => hasMessage(messages, hash, direction)),
  );
  return answer(query, new Set(found));
}

function candidates(ledger, query) {
  const hashes = hashesOf(query, "hash");
  if (hashes.length > 0) return hashes.map((hash) => ledger.transaction(hash)).filter((record) => record !== null);
  const accounts = addressesOf(query, "account");
  if (accounts.length > 0) return [...new Set(accounts)].flatMap((account) => ledger.transactionsOf({ account }));
  const seqno = numberOf(query, "mc_seqno");
  return seqno === undefined ? [...ledger.transactions()] : ofBlock(ledger, Number(seqno));
}

function filterOf(query) {
  const bound = (name) => numberOf(query, name);
  const [lt, startLt, endLt] = [bound("lt"), bound("start_lt"), bound("end_lt")];
  const [startTime, endTime] = [bound("start_utime"), bound("end_utime")];
  return (record) =>
    (lt === undefined || BigInt(record.lt) === lt) &&
    (startLt === undefined || BigInt(record.lt) >= startLt) &&
    (endLt === undefined || BigInt(record.lt) <= endLt) &&
    (startTime === undefined || BigInt(record.now) >= startTime) &&
    (endTime === undefined || BigInt(record.now) <= endTime);
}

export const transactionRoutes = {
  "GET /api/v3/transactionsByMasterchainBlock": byMasterchainBlock,
  "GET /api/v3/transactionsByMessage": byMessage,
  "GET /api/v3/transactions": ({ ledger }, query) => answer(query, candidates(ledger, query).filter(filterOf(query))),
};
