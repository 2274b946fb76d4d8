import { expect, test } from "vitest";
import { parseBatchFile } from "@/lib/money-out/payout-batches/parse-batch-file";
import { hashRows } from "@/lib/money-out/payout-batches/upload-batch";

const LINES = ["amount,currency,network,address,is_subtract", "10.50,USDT,bsc,0xAb,true", "3,USDT,bsc,0xCd,true"];
const FILE = LINES.join("\n");

function hashOf(text: string): string {
  const { rows, problems } = parseBatchFile(Buffer.from(text));
  expect(problems).toEqual([]);
  return Buffer.from(hashRows(rows)).toString("hex");
}

test.each([
  ["a byte order mark", `\uFEFF${FILE}`],
  ["CRLF line breaks", LINES.join("\r\n")],
  ["a line break after the last row", `${FILE}\n`],
  ["empty lines", `${LINES.join("\n\n")}\n,,,,\n`],
  ["semicolons", FILE.replaceAll(",", ";")],
  ["quotes", FILE.replaceAll("USDT", '"USDT"')],
  ["its rows in another order", [LINES[0], LINES[2], LINES[1]].join("\n")],
  ["its columns in another order", "address,network,currency,amount\n0xAb,bsc,USDT,10.50\n0xCd,bsc,USDT,3"],
  ["amounts and booleans as a spreadsheet writes them", FILE.replace("10.50", "10.5").replaceAll("true", "TRUE")],
])("a file saved again with %s has the same hash", (_, text) => {
  expect(hashOf(text)).toBe(hashOf(FILE));
});

test.each([
  ["another amount", FILE.replace("10.50", "10.51")],
  ["another address", FILE.replace("0xAb", "0xAc")],
  ["an address in another letter case", FILE.replace("0xAb", "0xab")],
  ["another payer of the fee", FILE.replace("0xAb,true", "0xAb,false")],
  ["a row removed", LINES.slice(0, 2).join("\n")],
  ["a row repeated", [FILE, LINES[2]].join("\n")],
])("a file with %s has another hash", (_, text) => {
  expect(hashOf(text)).not.toBe(hashOf(FILE));
});
