/**
 * Returns a function that adds the next order id to an order: `<prefix>-1`, `<prefix>-2` and so on.
 */
export function createOrders(prefix: string): (order: object) => object {
  let count = 0;
  return (order) => {
    count += 1;
    return { ...order, order_id: `${prefix}-${count}` };
  };
}
