import { expect, test } from "vitest";
import { parseBatchFile } from "@/lib/money-out/payout-batches/parse-batch-file";

const read = (text: string) => parseBatchFile(Buffer.from(text));
const reasons = (text: string) => read(text).problems.map(({ row, field, reason }) => `${row} ${field} ${reason}`);

test.each([
  ["commas", "amount,currency,address\n1.5,USDT,0xA"],
  ["semicolons", "amount;currency;address\n1.5;USDT;0xA"],
  ["tabs, as pasted from a spreadsheet", "amount\tcurrency\taddress\n1.5\tUSDT\t0xA"],
  ["a byte order mark and CRLF line breaks", "\uFEFFamount,currency,address\r\n1.5,USDT,0xA\r\n"],
  ["CR line breaks", "amount,currency,address\r1.5,USDT,0xA\r"],
  ["column names in another order and letter case, and quotes", '"Address", CURRENCY ,"Amount"\n 0xA ,USDT,"1.5"'],
  ["an empty column and cells after the last one", "amount,currency,address,,\n1.5,USDT,0xA,,"],
])("parses a file with %s", (_, text) => {
  const { rows, problems } = read(text);
  expect(problems).toEqual([]);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ number: 2, fields: { amount: "1.5", currency: "USDT", address: "0xA", memo: "" } });
});

test("numbers rows like a spreadsheet, including empty lines and multi-line cells", () => {
  const { rows } = read('amount,currency,address,memo\n1,USDT,a,"x\ny"\n\n,,,\n2,USDT,b,\n');
  expect(rows.map(({ number, fields }) => [number, fields.amount])).toEqual([
    [2, "1"],
    [5, "2"],
  ]);
});

test("removes the guard against spreadsheet formulas that exported files contain", () => {
  expect(read("amount,currency,address,memo\n1,USDT,a,'-12").rows[0]?.fields.memo).toBe("-12");
});

test("rejects an unknown column instead of ignoring it: it may be the memo", () => {
  expect(reasons("amount,currency,address,Meno\n1,XRP,a,12")).toEqual([
    expect.stringMatching(/^1 meno Unknown column/),
  ]);
});

test("rejects a cell in a column without a name instead of ignoring it: it may be the memo", () => {
  expect(reasons("amount,currency,address,,order_id\n1,XRP,a,,one\n1,XRP,a,12,two\n")).toEqual([
    "3 null This row has a value in a column without a name (number 4). The first line must contain the column names.",
  ]);
  expect(reasons("amount,currency,address, \n1,XRP,a,12")).toEqual([expect.stringMatching(/^2 null This row has/)]);
});

test("reports ambiguous input with its row", () => {
  expect(reasons("amount,currency\n1,USDT")).toEqual([expect.stringMatching(/^1 address This column is missing/)]);
  expect(reasons("amount,amount,currency,address\n1,2,USDT,a")).toEqual(["1 amount Two columns have this name."]);
  expect(reasons("amount,currency,address\n1,USDT,a,b")).toEqual([
    "2 null This row has more cells than there are columns.",
  ]);
  expect(reasons('amount,currency,address\n1,USDT,"a')).toEqual([expect.stringContaining("quotation mark")]);
  expect(reasons("")).toEqual([expect.stringContaining("The file is empty")]);
  expect(reasons("amount,currency,address\n\n")).toEqual([expect.stringContaining("no rows")]);
  expect(parseBatchFile(Buffer.from([0xff, 0xfe, 0x61, 0x00])).problems[0]?.reason).toContain("UTF-8");
});

test("parses a thousand rows, and rejects one more", () => {
  const file = (count: number) => `amount,currency,address\n${"1,USDT,a\n".repeat(count)}`;
  expect(read(file(1_000)).rows).toHaveLength(1_000);
  expect(reasons(file(1_001))).toEqual([expect.stringContaining("at most 1000 rows; this one has 1001")]);
});
