/** What must be true after the drill. */

export const CURRENCY = "USDT";
export const INVOICE_AMOUNT = 25;
export const PAYOUT_AMOUNT = 2;

/**
 * Counts the exceptions to each promise: by sentence, each 0 if it was kept.
 *
 * - `invoices`, `payouts`: what shops asked for, by order id; `uuid` is null unless they were told
 *   that it exists. `isPaid`: the payer's transaction was accepted. `address`: of nobody else.
 * - `stored`: `invoices`, `payouts` of the database, each `{ id, orderId }`, and its `webhooks` as
 *   `TYPE ORDER STATUS`.
 * - `received`: how often each of these webhooks arrived.
 * - `arrived`: the whole amount at each payout's address, by address.
 * - `credited`: the confirmed payments of these invoices in the books, as one amount.
 */
export function findExceptions({ invoices, payouts, stored, received, arrived, credited }) {
  const paid = [...invoices].filter(([, { isPaid }]) => isPaid).map(([order]) => order);
  const told = [...payouts].filter(([, { uuid }]) => uuid !== null);
  const amountAt = ({ address }) => arrived.get(address) ?? 0;
  const isReceived = (key) => received.has(key);
  return {
    "acknowledged invoices that do not exist": countLost(invoices, stored.invoices),
    "order ids with two invoices": countDoubled(stored.invoices),
    "acknowledged payouts that do not exist": countLost(payouts, stored.payouts),
    "order ids with two payouts": countDoubled(stored.payouts),
    "payouts paid twice": [...payouts.values()].filter((payout) => amountAt(payout) > PAYOUT_AMOUNT).length,
    "acknowledged payouts that did not arrive": told.filter(([, payout]) => amountAt(payout) < PAYOUT_AMOUNT).length,
    "webhooks lost": new Set(
      [
        ...stored.webhooks,
        ...paid.map((order) => `payment ${order} paid`),
        ...told.map(([order]) => `payout ${order} paid`),
      ].filter((key) => !isReceived(key)),
    ).size,
    "payments missing in the books or there twice, in USDT": Math.abs(paid.length * INVOICE_AMOUNT - credited),
  };
}

function countLost(orders, rows) {
  const stored = new Map(rows.map(({ id, orderId }) => [orderId, id]));
  return [...orders].filter(([order, { uuid }]) => uuid !== null && stored.get(order) !== uuid).length;
}

const countDoubled = (rows) => rows.length - new Set(rows.map(({ orderId }) => orderId)).size;

export const isClean = (exceptions) => Object.values(exceptions).every((count) => count === 0);
