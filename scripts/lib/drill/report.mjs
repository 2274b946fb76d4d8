/** What a restored database does not know, and whether that is exactly what was lost. */
import { callNode } from "../../emulators/anvil.mjs";
import { waitUntil } from "../wait-until.mjs";
import { auditLines, explainCustody, gasLeftBy } from "./custody.mjs";
import { findDeposit } from "./facts.mjs";
import { WAIT_MS } from "./gateway.mjs";
import { createLoad } from "./load.mjs";

const NEW_INVOICES = 5;
/** Of the native coin of every network of the EVM family. */
const NATIVE_DECIMALS = 18;

/** Waits until the chains have been scanned and every lost deposit has come to its end. */
export async function untilScanned(client, { deposits }) {
  const isScanned = async () => {
    const { rows } = await client.query("SELECT bool_and(finished_at IS NOT NULL) AS done FROM restores");
    return rows[0].done;
  };
  await waitUntil("the chains to be scanned again", isScanned, WAIT_MS);
  const areBooked = async () => {
    for (const deposit of deposits) {
      const found = await findDeposit(client, deposit);
      if (!found?.isBooked || (found.caseKind === null && found.invoiceStatus !== "paid")) return false;
    }
    return true;
  };
  await waitUntil("the lost deposits to be booked", areBooked, WAIT_MS);
}

/** What became of each deposit that the database had lost, as sentences. */
async function judgeDeposits(client, { deposits, invoices }) {
  const later = new Set(invoices.map(({ address }) => address));
  const [found, wrong] = [[], []];
  for (const deposit of deposits) {
    const { caseKind, invoice } = await findDeposit(client, deposit);
    const what = `${deposit.amount} ${deposit.currency} on ${deposit.network} to ${deposit.address}`;
    const isCase = caseKind === "unmatched";
    found.push(isCase ? `${what}: case "unmatched"` : `${what}: paid invoice ${invoice}`);
    if (isCase !== later.has(deposit.address)) wrong.push(`${what} became ${isCase ? "a case" : "a payment"}`);
  }
  const keys = deposits.map(({ network, transaction, position }) => `${network} ${transaction} ${position}`);
  const { rows } = await client.query(
    `SELECT d.network_code || ' ' || d.transaction_id || ' ' || d.position AS key FROM deposits d
     WHERE d.seen_at > (SELECT max(restored_at) FROM restores)`,
  );
  for (const { key } of rows) if (!keys.includes(key)) wrong.push(`a deposit that was not lost: ${key}`);
  return { found, wrong };
}

/** Nothing may have been signed, and what waits must wait for an operator. */
async function judgeSends(client, { queued }) {
  const wrong = [];
  const { rows: signed } = await client.query(
    "SELECT transaction_id AS id FROM signed_transactions WHERE signed_at > (SELECT max(restored_at) FROM restores)",
  );
  for (const { id } of signed) wrong.push(`${id} was signed after the restore`);
  const { rows: sends } = await client.query(
    "SELECT purpose_id AS owner, status::text AS status FROM sends WHERE status IN ('queued', 'sending')",
  );
  const payout = sends.find(({ owner }) => owner === queued.uuid);
  if (payout?.status !== "queued") wrong.push(`payout ${queued.uuid} does not wait`);
  return wrong;
}

/** New invoices must get addresses that nobody had. */
async function judgeAddresses(run, client, { invoices }) {
  const load = createLoad(run, client);
  const known = new Set(invoices.map(({ address }) => address));
  const { rows } = await client.query("SELECT address FROM addresses WHERE owner_id IS NOT NULL");
  for (const { address } of rows) known.add(address);
  const wrong = [];
  for (let count = 0; count < NEW_INVOICES; count += 1) {
    const { address } = await load.invoice(count + 1);
    if (known.has(address)) wrong.push(`${address} was given out twice`);
    known.add(address);
  }
  return wrong;
}

/** The chain must hold exactly the gas that the lost sends left at each deposit address. */
async function judgeGas({ chain }, { sent }) {
  const [left, wrong] = [[], []];
  for (const [address, amount] of gasLeftBy(sent)) {
    const held = BigInt(await callNode(chain.rpcUrl, "eth_getBalance", address, "latest"));
    const expected = amount.times(`1e${NATIVE_DECIMALS}`).toFixed();
    left.push(`${address}: ${amount.toFixed()}`);
    if (String(held) !== expected)
      wrong.push(`${address} holds ${held} base units of gas, the lost sends left ${expected}`);
  }
  return { left, wrong };
}

const describeSend = ({ purpose, amount, currency, network, address, transaction }) =>
  `${purpose} of ${amount} ${currency} on ${network} to ${address} (${transaction})`;

/**
 * @returns `{ method, at, tables, found, invoices, sent, custody, gas, alarms, unexplained }`:
 *   `unexplained` is whatever did not happen between the moment and the loss; the rest lists what
 *   did
 */
export async function readReport(run, client) {
  const { moment, lost, state, store, gateway, programs } = run;
  const deposits = await judgeDeposits(client, lost);
  const custody = explainCustody(auditLines(programs.audit, gateway.environment), lost.sent);
  const gas = await judgeGas(run, lost);
  const { rows: alarms } = await client.query(
    "SELECT kind, subject, message FROM alarms WHERE cleared_at IS NULL ORDER BY raised_at",
  );
  const unexplained = [
    ...state.differing.map((name) => `table ${name} is not as it was at the moment`),
    ...state.applied.map((name) => `migration ${name} was missing`),
    ...deposits.wrong,
    ...custody.unexplained,
    ...gas.wrong,
    ...(await judgeSends(client, moment)),
    ...(await judgeAddresses(run, client, lost)),
  ];
  return {
    ...{ method: store.name, at: moment.at, tables: state.tables },
    found: deposits.found,
    invoices: lost.invoices.map(({ id, address }) => `${id} with ${address}`),
    sent: lost.sent.map(describeSend),
    custody: custody.places.map(({ place, difference }) => `${place}: ${difference}`),
    gas: gas.left,
    alarms: alarms.map(({ kind, subject, message }) => `${kind} ${subject}: ${message}`),
    unexplained,
  };
}
