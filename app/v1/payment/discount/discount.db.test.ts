import { afterAll, beforeAll, expect, test } from "vitest";
import { POST as list } from "@/app/v1/payment/discount/list/route";
import { POST as set } from "@/app/v1/payment/discount/set/route";
import { type Caller, call, newCaller } from "@/lib/fronts/machine-api/testing/call-api";
import { closeDatabase } from "@/lib/kernel/db";
import { openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";

let caller: Caller;
beforeAll(async () => {
  await openGateway(10);
  caller = await newCaller();
});
afterAll(closeDatabase);

test("set returns the number as text and list as a number, with exactly these keys", async () => {
  const done = await call(set, caller, { currency: "usdt", network: "BSC", discount_percent: -10 });
  expect(done.text).toBe('{"state":0,"result":{"currency":"USDT","network":"bsc","discount":"-10"}}');
  for (const body of ["", "{}", "[]", "null"]) {
    const { json } = await call(list, caller, body);
    expect(json.result.filter((one: { discount: number }) => one.discount !== 0)).toEqual([
      { currency: "USDT", network: "bsc", discount: -10 },
    ]);
    expect(Object.keys(json.result[0])).toEqual(["currency", "network", "discount"]);
  }
  expect((await call(list, await newCaller(), "{}")).text).not.toContain("-10");
});

test.each([
  [{ discount_percent: "5" }, '{"state":0,"result":{"currency":"USDT","network":"bsc","discount":"5"}}'],
  [{ discount_percent: 100 }, '{"state":0,"result":{"currency":"USDT","network":"bsc","discount":"100"}}'],
  [{ discount_percent: -99 }, '{"state":0,"result":{"currency":"USDT","network":"bsc","discount":"-99"}}'],
  [{ discount_percent: 0 }, '{"state":0,"result":{"currency":"USDT","network":"bsc","discount":"0"}}'],
  [{ discount_percent: 101 }, '{"state":1,"errors":{"discount_percent":["validation.max.numeric"]}}'],
  [{ discount_percent: -100 }, '{"state":1,"errors":{"discount_percent":["validation.min.numeric"]}}'],
  [{ discount_percent: 2.5 }, '{"state":1,"errors":{"discount_percent":["validation.integer"]}}'],
  [{ discount_percent: null }, '{"state":1,"errors":{"discount_percent":["validation.required"]}}'],
  [{ discount_percent: "" }, '{"state":1,"errors":{"discount_percent":["validation.required"]}}'],
  [{ currency: "" }, '{"state":1,"errors":{"currency":["validation.required"]}}'],
  [{ network: null }, '{"state":1,"errors":{"network":["validation.required"]}}'],
  [{ currency: "BUSD" }, '{"state":1,"message":"The service BUSD bsc was not found"}'],
  [{ network: "moon" }, '{"state":1,"message":"The service USDT moon was not found"}'],
  [{ currency: "USD" }, '{"state":1,"message":"The service USD bsc was not found"}'],
])("%j", async (fields, text) => {
  expect((await call(set, caller, { currency: "USDT", network: "bsc", discount_percent: 1, ...fields })).text).toBe(
    text,
  );
});
