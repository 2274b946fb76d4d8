import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { newMerchant } from "@/lib/money-in/invoices/testing/gateway-rig";
import { outflowLimitsInput } from "@/lib/people/merchants/limits-schema";
import { getOutflowLimits, setOutflowLimits } from "@/lib/people/settings/set-outflow-limits";

afterAll(closeDatabase);

const NONE = {
  dailyLimitUsd: null,
  approvalAboveUsd: null,
  refundCeilingUsd: null,
  refundsNeedPayoutKey: false,
  callsNeedTimedSignature: false,
};
const SOME = {
  dailyLimitUsd: "1000.5",
  approvalAboveUsd: "0",
  refundCeilingUsd: "250",
  refundsNeedPayoutKey: true,
  callsNeedTimedSignature: true,
};

describe("the limits of a merchant", () => {
  let merchantId: string;
  beforeAll(async () => {
    merchantId = await newMerchant();
  });

  test("are off until set, except for the payment key's ceiling, and are off when left empty", async () => {
    expect(await getOutflowLimits(merchantId)).toEqual({ ...NONE, refundCeilingUsd: "1000" });
    await setOutflowLimits({ merchantId, ...SOME, actorId: null });
    expect(await getOutflowLimits(merchantId)).toEqual(SOME);
    await setOutflowLimits({ merchantId, ...NONE, actorId: null });
    expect(await getOutflowLimits(merchantId)).toEqual(NONE);
  });

  test("record who changed them, from what and to what, in the audit trail", async () => {
    const actorId = randomUUID();
    await setOutflowLimits({ merchantId, ...SOME, actorId });
    const [last] = await database().auditEvent.findMany({ where: { merchantId }, orderBy: { id: "desc" }, take: 1 });
    expect(last).toMatchObject({
      actorId,
      action: "limits.change",
      before: NONE,
      after: SOME,
    });
  });

  test("cannot be set for a merchant that does not exist", async () => {
    const missing = setOutflowLimits({ merchantId: randomUUID(), ...SOME, actorId: null });
    await expect(missing).rejects.toThrow("Merchant not found.");
    await expect(getOutflowLimits(randomUUID())).rejects.toThrow("Merchant not found.");
  });
});

describe("an owner's input", () => {
  const read = (dailyLimitUsd: unknown, approvalAboveUsd: unknown = null) =>
    outflowLimitsInput.safeParse({ ...NONE, dailyLimitUsd, approvalAboveUsd });

  test.each([
    ["500", "500"],
    [" 500.10 ", "500.1"],
    ["", null],
    [null, null],
    ["999999999999999.99", "999999999999999.99"],
  ])("%j is parsed as %j", (typed, expected) => {
    expect(read(typed).data?.dailyLimitUsd).toBe(expected);
  });

  test.each(["0", "0.00", "-5", "1e3", "5.001", "5,00", "five", "1000000000000000", 500, "NaN", "Infinity"])(
    "%j is rejected as a daily limit",
    (typed) => {
      expect(read(typed).success).toBe(false);
    },
  );

  test("every outflow may need a second person, however small", () => {
    expect(read(null, "0").data?.approvalAboveUsd).toBe("0");
  });
});
