import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import {
  fileOf,
  HEADER,
  newAddress,
  ordered,
  upload,
  uploaded,
} from "@/lib/money-out/payout-batches/testing/batch-rig";
import {
  EVM_ADDRESS,
  fillTreasury,
  fundHot,
  insertPayout,
  newPayer,
  type Payer,
} from "@/lib/money-out/payouts/testing/payout-rig";
import { trustDestination } from "@/lib/people/guards/destinations-repo";
import { rotateKey } from "@/lib/people/keys/rotate-key";
import { setOutflowLimits } from "@/lib/people/settings/set-outflow-limits";

beforeAll(async () => {
  await openGateway(1);
  await fundHot("bsc", "USDT", "100000");
});
afterAll(closeDatabase);

let payer: Payer;
beforeEach(async () => {
  payer = await newPayer({ USDT: "1000" });
});

const found = async (text: string) => {
  const check = await upload(payer, text);
  return check.problems.map(({ row, field, reason }) => `${row} ${field}: ${reason}`);
};
const limit = (limits: { dailyLimitUsd?: string; approvalAboveUsd?: string }) =>
  setOutflowLimits({
    merchantId: payer.merchantId,
    actorId: null,
    dailyLimitUsd: null,
    approvalAboveUsd: null,
    refundsNeedPayoutKey: false,
    ...limits,
  });

test("a valid file is stored without creating payouts; its sums equal those of the single payouts", async () => {
  const check = await upload(payer, fileOf(["10", "20.5", "30"]));
  expect(check).toMatchObject({
    fileName: "pay.csv",
    rowCount: 3,
    problems: [],
    warnings: [],
    debits: [{ currency: "USDT", amount: "60.8", spendable: "1000", missing: null }],
    arrivals: [{ currency: "USDT", networkName: "BNB Smart Chain", amount: "60.5", fee: "0.3", count: 3 }],
    approvalCount: 0,
    lookAlikeCount: 0,
    hasMovingRates: false,
    sameFile: null,
  });
  expect(await database().payoutBatch.findMany({ where: { merchantId: payer.merchantId } })).toMatchObject([
    { id: check.id, status: "checked", createdById: payer.userId, submittedAt: null },
  ]);
  expect(await database().payout.count({ where: { merchantId: payer.merchantId } })).toBe(0);
  expect(await database().auditEvent.findMany({ where: { target: check.id } })).toMatchObject([
    { action: "payout-batch.upload", actorId: payer.userId },
  ]);
});

test("every invalid row is reported with its number, column and reason, and nothing is stored", async () => {
  const good = `10,USDT,bsc,${newAddress()},`;
  const rows = [
    good,
    `"12,50",USDT,bsc,${newAddress()},a`,
    `10,USDT,bsc,0x123,b`,
    `0.00001,USDT,bsc,${newAddress()},c`,
    `10,USDT,bsc,,d`,
    `10,NOPE,bsc,${newAddress()},e`,
    `10,USDT,nope,${newAddress()},f`,
    `10,USDT,bsc,${newAddress()},has space`,
    `10,USDT,,${newAddress()},g`,
    `10,USDT,bsc,0x0000000000000000000000000000000000000000,h`,
  ];
  expect(await found([HEADER, ...rows].join("\n"))).toEqual([
    "3 amount: Enter a number with a decimal point and no other characters: 1250.50",
    expect.stringMatching(/^4 address: .* a BNB Smart Chain address/),
    expect.stringMatching(/^5 amount: The minimum is /),
    "6 address: Required.",
    "7 currency: There is no currency with this code.",
    "8 network: This coin cannot be sent on this network.",
    "9 order_id: Use letters, digits, dashes and underscores.",
    "10 network: Required.",
    "11 address: This address has no owner: funds sent to it are lost.",
  ]);
  expect(await database().payoutBatch.count({ where: { merchantId: payer.merchantId } })).toBe(0);
});

test("a memo is refused if the network has none", async () => {
  const row = `amount,currency,network,address,memo\n10,USDT,bsc,${newAddress()},12345`;
  expect(await found(row)).toEqual([expect.stringMatching(/^2 memo: This network has no memo/)]);
});

describe("for the file as a whole", () => {
  test("more than the balance is refused, even if each row alone would pass", async () => {
    expect(await found(fileOf(["400", "400", "400"]))).toEqual([
      "null null: The rows need 1,200.30 USDT, fees included. Your balance is 1,000.00 USDT.",
    ]);
  });

  test("more than the daily limit is refused, including what was sent today", async () => {
    await limit({ dailyLimitUsd: "100" });
    expect(await found(fileOf(["50", "49"]))).toEqual([]);
    expect(await found(fileOf(["50", "50"]))).toEqual([
      "null null: The rows are worth 100.20 USD. With 0.00 USD already sent in the last 24 hours, this exceeds your 24-hour limit of 100.00 USD.",
    ]);
  });

  test("more than the gateway can convert is refused", async () => {
    await fillTreasury("ETH", "0.5");
    const row = (amount: string) => `${amount},ETH,eth,${newAddress()},USDT`;
    const file = (...amounts: string[]) =>
      ["amount,currency,network,address,from_currency", ...amounts.map(row)].join("\n");
    expect(await found(file("0.1", "0.1"))).toEqual([]);
    expect(await upload(payer, file("0.1"))).toMatchObject({ hasMovingRates: true, debits: [{ currency: "USDT" }] });
    expect(await found(file("0.2", "0.2", "0.2"))).toContain(
      "null null: The gateway can't convert this much to ETH right now. Pay from the ETH balance, or pay less.",
    );
  });

  test("order ids that are repeated or were paid before are refused", async () => {
    await insertPayout(payer.merchantId, { orderId: "paid" });
    const row = (id: string) => `10,USDT,bsc,${newAddress()},${id}`;
    expect(await found([HEADER, row("one"), row("paid"), row("one"), row(""), row("")].join("\n"))).toEqual([
      "3 order_id: A payout with this order ID already exists.",
      "4 order_id: Row 2 has the same order ID. Each row needs its own.",
    ]);
  });

  test("the same amount to the same address is a warning", async () => {
    const row = `10,USDT,bsc,${EVM_ADDRESS},`;
    const check = await upload(payer, [HEADER, row, row.toLowerCase()].join("\n"));
    expect(check.problems).toEqual([]);
    expect(check.warnings).toEqual([
      { row: 3, field: "address", reason: "The same 10.00 USDT to the same address as in row 2." },
    ]);
  });

  test("the check reports what would wait: for a second person, and for a confirmation of the address", async () => {
    await limit({ approvalAboveUsd: "15" });
    const meant = "0x1234000000000000000000000000000000003530";
    await withTransaction((tx) =>
      trustDestination(tx, { merchantId: payer.merchantId, network: "bsc", address: meant }),
    );
    const alike = meant.replace("000", "111");
    const check = await upload(payer, [HEADER, `20,USDT,bsc,${newAddress()},`, `10,USDT,bsc,${alike},`].join("\n"));
    expect(check).toMatchObject({ approvalCount: 2, lookAlikeCount: 1, problems: [] });
    expect(check.warnings).toMatchObject([{ row: 3, reason: expect.stringContaining(meant) }]);
  });

  test("the check reports that the whole file waits when only its total is above the limit", async () => {
    await limit({ approvalAboveUsd: "15" });
    const split = await upload(payer, fileOf(["8", "8"]));
    expect(split).toMatchObject({ approvalCount: 2, approval: expect.stringContaining("worth 16.20 USD") });
    expect(await upload(payer, fileOf(["7", "7"]))).toMatchObject({ approvalCount: 0, approval: null });
  });

  test("the check reports that the same file was submitted before", async () => {
    const file = fileOf(["10"]);
    const first = await ordered(payer, file);
    expect((await upload(payer, file)).sameFile).toMatchObject({ id: first });
    const other = await newPayer({ USDT: "100" });
    expect((await upload(other, file)).sameFile).toBeNull();
  });

  test("a file saved again by a spreadsheet counts as the same file", async () => {
    const file = fileOf(["10", "20"]);
    const first = await ordered(payer, file);
    const again = `\uFEFF${file.replaceAll(",", ";").replaceAll("\n", "\r\n")}\r\n`;
    expect((await upload(payer, again)).sameFile).toMatchObject({ id: first });
  });
});

test("while the merchant may not pay out, no file is checked", async () => {
  await rotateKey(payer, { kind: "payout", overlapSeconds: 0 });
  await expect(uploaded(payer, fileOf(["10"]))).rejects.toThrow("The payout key was rotated within the last 24 hours");
});
