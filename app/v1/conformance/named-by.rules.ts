import {
  alphaDash,
  noText,
  oneOfBoth,
  type Row,
  rows,
  taken,
  tooLong,
  uuid,
  without,
} from "@/app/v1/conformance/testing/rule";

/**
 * `uuid` or `order_id` of an existing object, in any operation that accepts either; `orderIdMax` is
 * the operation's own limit.
 */
export function namedBy(orderIdMax: number): Row[] {
  const alone = (parameter: string): Row[] =>
    [...uuid(parameter)].map((line) => ({
      ...line,
      request: (valid, world) => line.request({ ...valid, order_id: null }, world),
    }));
  return [
    ...oneOfBoth("uuid", "order_id"),
    ...alone("uuid"),
    ...alphaDash("order_id"),
    ...noText("order_id"),
    tooLong("order_id", orderIdMax),
    without("uuid", taken()),
    without("order_id", taken()),
    ...rows("uuid", [null, ""], taken()),
    ...rows("order_id", [null, ""], taken()),
    {
      says: "uuid in upper case is accepted",
      parameter: "uuid",
      request: (valid) => ({ ...valid, uuid: String(valid["uuid"]).toUpperCase(), order_id: null }),
      expected: taken(),
    },
  ];
}
