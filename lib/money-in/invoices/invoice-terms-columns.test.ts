import { expect, test } from "vitest";
import { Decimal, decimal } from "@/lib/kernel/money/decimal";
import { readTerms, TERM_COLUMNS } from "@/lib/money-in/invoices/invoice-terms-columns";
import { createInvoiceInput, toInvoiceTerms } from "@/lib/money-in/invoices/schema";

test("every term of an invoice is read as it was written, and none as another", () => {
  const blank = toInvoiceTerms(createInvoiceInput.parse({ amount: "1", currency: "USD", order_id: "order-1" }));
  const values = Object.entries(blank).map(([term, value], index) => [
    term,
    Decimal.isDecimal(value) ? decimal(`1.${index + 1}`) : `the value of ${term}`,
  ]);
  const terms = { ...blank, ...Object.fromEntries(values) };
  const cells = TERM_COLUMNS.map(([name, type, read]) => [
    name,
    type === "jsonb" ? JSON.parse(String(read(terms))) : read(terms),
  ]);
  expect(readTerms(Object.fromEntries(cells))).toEqual(terms);
  expect(cells.length).toBe(values.length);
});
