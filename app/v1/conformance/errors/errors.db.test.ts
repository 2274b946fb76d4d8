import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { INVOICE_ERRORS, INVOICE_IMPOSSIBLE } from "@/app/v1/conformance/errors/invoices";
import { BLOCKED_REFUND_ERRORS, REFUND_ERRORS, TRANSFER_ERRORS } from "@/app/v1/conformance/errors/money-out";
import { PAYOUT_ERRORS, PAYOUT_IMPOSSIBLE } from "@/app/v1/conformance/errors/payouts";
import type { Provocation } from "@/app/v1/conformance/errors/provocation";
import { RECURRENCE_ERRORS, RECURRENCE_IMPOSSIBLE } from "@/app/v1/conformance/errors/recurrences";
import { SPECIFIED_ERRORS } from "@/app/v1/conformance/errors/specified";
import { TEST_WEBHOOK_ERRORS } from "@/app/v1/conformance/errors/test-webhooks";
import { WALLET_ERRORS, WALLET_IMPOSSIBLE } from "@/app/v1/conformance/errors/wallets";
import { handlerAt, operationAt } from "@/app/v1/conformance/testing/routes";
import { callerOf, openWorld, type World } from "@/app/v1/conformance/testing/world";
import { OPERATIONS } from "@/lib/fronts/machine-api/operations/all";
import { call } from "@/lib/fronts/machine-api/testing/call-api";
import { closeDatabase, connectionPool } from "@/lib/kernel/db";

vi.hoisted(() => void vi.stubEnv("RATE_LIMIT_BURST", "100000"));

const PROVOKED: readonly Provocation[] = [
  ...INVOICE_ERRORS,
  ...WALLET_ERRORS,
  ...PAYOUT_ERRORS,
  ...REFUND_ERRORS,
  ...BLOCKED_REFUND_ERRORS,
  ...TRANSFER_ERRORS,
  ...TEST_WEBHOOK_ERRORS,
  ...RECURRENCE_ERRORS,
];
const IMPOSSIBLE = [...INVOICE_IMPOSSIBLE, ...WALLET_IMPOSSIBLE, ...PAYOUT_IMPOSSIBLE, ...RECURRENCE_IMPOSSIBLE];
const INTERNAL = "HTTP 500 with Server error, #1";

async function rename(table: string, name: string): Promise<void> {
  await connectionPool().query(`ALTER TABLE ${table} RENAME TO ${name}`);
}

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(closeDatabase);

test("every error of the specification is provoked in each of its operations, or documented as impossible", () => {
  const pair = ({ error, path }: { error: string; path: string }) => `${path}: ${error}`;
  const listed = SPECIFIED_ERRORS.filter(({ error }) => error !== INTERNAL).flatMap(({ error, operations }) =>
    operations.map((path) => pair({ error, path })),
  );
  const met = new Set([...PROVOKED, ...IMPOSSIBLE].map(pair));
  expect([...met].sort()).toEqual([...listed].sort());
  expect(IMPOSSIBLE.map(pair).filter((one) => PROVOKED.map(pair).includes(one))).toEqual([]);
});

test.each(PROVOKED)("$path returns $error when $when", async ({ error, ask, text }) => {
  const { status, json, headers } = await ask(world);
  expect(status).toBe(422);
  expect(headers.get("content-type")).toBe("application/json");
  if (!error.startsWith("validation.")) return expect(json).toEqual({ state: 1, message: text ?? error });
  expect(Object.keys(json)).toEqual(["state", "errors"]);
  expect(json.state).toBe(1);
  for (const codes of Object.values(json.errors)) expect(codes).toEqual([error]);
});

/**
 * Every way to omit a parameter: none of these is refused with an error that is listed as
 * impossible.
 */
const LEFT_OUT = ["", "{}", '{"uuid":null,"order_id":null}', '{"uuid":"","order_id":""}', '{"uuid":[],"order_id":{}}'];

test.each(IMPOSSIBLE)("$path cannot return $error: $because", async ({ error, path }) => {
  const operation = operationAt(path);
  const [key = "payment"] = operation.keys;
  for (const body of LEFT_OUT) {
    const { json } = await call(await handlerAt(operation), callerOf(world.shop, key), body);
    expect([json.message, ...Object.values(json.errors ?? {}).flat()]).not.toContain(error);
  }
});

describe("an internal error", () => {
  beforeAll(() => rename("merchants", "merchants_away"));
  afterAll(() => rename("merchants_away", "merchants"));

  test.each(OPERATIONS.filter(({ keys }) => keys.length > 0))(
    "in $path returns 500 with an error number, in its own format",
    async (operation) => {
      const [key = "payment"] = operation.keys;
      const { status, json } = await call(await handlerAt(operation), callerOf(world.shop, key), {});
      expect([status, Object.keys(json)]).toEqual([500, ["message", "code", "error"]]);
      expect(json).toEqual({ message: expect.stringMatching(/^Server error, #[1-9]\d*$/), code: 500, error: null });
    },
  );
});
