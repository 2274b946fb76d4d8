import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { markDatabase } from "@/app/api/testing/database-mark-repo";
import { SWEEP_ENTRIES, type SweepEntry } from "@/app/api/testing/sweep-inputs";
import { CALLERS, expectedOf, readOperations, type SweptOperation } from "@/app/api/testing/sweep-operations";
import { bodyOf, NOBODY, type SweepRequest, sendRequest } from "@/app/api/testing/sweep-request";
import { fingerprint, openSweepWorld, type SweepWorld } from "@/app/api/testing/sweep-world";
import type { Operation as ApiOperation } from "@/lib/fronts/machine-api/operation";
import { OPERATIONS as API_OPERATIONS } from "@/lib/fronts/machine-api/operations/all";
import { type Handler as ApiHandler, call } from "@/lib/fronts/machine-api/testing/call-api";
import { MERCHANT_COOKIE, MERCHANT_PARAMETER } from "@/lib/fronts/paths/routes";
import { findChain, readSources } from "@/scripts/lib/import-graph.mjs";

/**
 * Every operation of the pages, read from the code, tried by every kind of caller: with no object,
 * with their own objects and with another merchant's. The permission table gives the expected
 * result; the database is checked for the actual one.
 */
const OPERATIONS = await readOperations();

let world: SweepWorld;
let before: Readonly<Record<string, string>>;
beforeAll(async () => {
  world = await openSweepWorld();
  before = await fingerprint(world.other.merchantId);
});

/** From a page of the own merchant, unless stated otherwise. */
const send = (operation: SweptOperation, given: Omit<SweepRequest, "shown"> & Partial<Pick<SweepRequest, "shown">>) =>
  sendRequest(operation, { shown: world.own.merchantId, ...given });

/** The caller's session, with a selected merchant that may not be theirs. */
const choosing = (cookie: string, merchantId: string) => `${cookie}; ${MERCHANT_COOKIE}=${merchantId}`;

function entryOf({ name }: SweptOperation): SweepEntry {
  return new Map(Object.entries(SWEEP_ENTRIES)).get(name) ?? { leaves: "nothing" };
}

describe("the sweep itself", () => {
  test("every operation that names an object or changes something has an entry, and no entry is obsolete", () => {
    const names = OPERATIONS.filter(({ method, parameters }) => method !== "GET" || parameters.length > 0);
    const missing = names.map(({ name }) => name).filter((name) => !(name in SWEEP_ENTRIES));
    const gone = Object.keys(SWEEP_ENTRIES).filter((name) => !OPERATIONS.some((one) => one.name === name));
    // An object whose id is never sent would make the test vacuous.
    const vain = OPERATIONS.filter((one) => entryOf(one).object !== undefined && one.parameters.length === 0);
    expect({ missing, gone, vain: vain.map(({ name }) => name) }).toEqual({ missing: [], gone: [], vain: [] });
  });

  // The role sweep calls each of the router's operations and reads the row; it cannot call those
  // that need no session.
  test("the code behind each change writes its row of the audit log", () => {
    expect(OPERATIONS.filter(({ isOfRouter, access }) => isOfRouter && access === "anonymous")).toEqual([]);
    const sources = new Map(readSources(["app", "lib"]).map((file) => [file.path, file]));
    const looked = OPERATIONS.filter(({ isOfRouter }) => !isOfRouter).flatMap(({ name, path }) => {
      const leaves = SWEEP_ENTRIES[name]?.leaves;
      return leaves === undefined || typeof leaves === "string" ? [] : [{ name, path, action: leaves.writes }];
    });
    expect(looked.map(({ name }) => name)).toContain("POST /api/setup");
    const unwritten = looked.filter(({ path, action }) => {
      // The action passed to a row: the same string may also name a gate, a kind of journal entry
      // or a permission.
      const quoted = `"${action.replaceAll(".", "\\.")}"`;
      const row = new RegExp(`\\baction(:| =)[^;,{}]*${quoted}|kind === ${quoted}[\\s\\S]*\\baction: kind\\b`);
      const isWritten = (file: string) => {
        const text = sources.get(file)?.text ?? "";
        return /\brecordAudit\(/.test(text) && row.test(text);
      };
      return findChain(sources, [`app${path}/route.ts`], isWritten) === undefined;
    });
    expect(unwritten).toEqual([]);
  });
});

describe("nobody passes a gate that is not theirs", () => {
  test.each(CALLERS)("%s", async (caller) => {
    const wrong: unknown[] = [];
    for (const operation of OPERATIONS) {
      const expected = expectedOf(operation.access, caller);
      if (expected === "passes") continue;
      const { object } = entryOf(operation);
      for (const shop of [world.own, world.other]) {
        const cookie = choosing(world.cookies[caller], shop.merchantId);
        const { status } = await send(operation, { cookie, id: object && shop[object], shown: shop.merchantId });
        if (status !== expected) wrong.push([operation.name, status, expected]);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe("a member's operation applies to the merchant of the page that sent it", () => {
  const ofMembers = OPERATIONS.filter(({ access }) => /^(fresh(-for-money)?:)?member:/.test(access));

  test.each([
    ["a page of another merchant", () => world.other.merchantId],
    ["a page of a merchant that does not exist", () => NOBODY],
    ["a change from a page that names no merchant", () => null],
  ])("%s: refused, whichever merchant the browser has selected", async (_, shownBy) => {
    const passed: unknown[] = [];
    const shown = shownBy();
    for (const operation of ofMembers.filter(({ method }) => shown !== null || method !== "GET")) {
      const entry = entryOf(operation);
      const cookie = choosing(world.cookies.owner, world.own.merchantId);
      const id = entry.object && world.own[entry.object];
      const outcomes = [await send(operation, { cookie, id, body: bodyOf(entry, world.own), shown })];
      if (operation.method === "GET" && shown !== null)
        outcomes.push(await send(operation, { cookie, id, shown: null, query: { [MERCHANT_PARAMETER]: shown } }));
      for (const { status, text } of outcomes)
        if (status !== 403 || !text.includes("Reload it.")) passed.push([operation.name, status, text]);
    }
    expect(passed).toEqual([]);
  });
});

describe("another merchant's objects do not exist", () => {
  test("for a caller with every role at home and valid input: not found", async () => {
    const wrong: unknown[] = [];
    for (const operation of OPERATIONS) {
      const entry = entryOf(operation);
      if (entry.object === undefined) continue;
      const cookie = choosing(world.cookies.owner, world.other.merchantId);
      const body = bodyOf(entry, world.other);
      const foreign = await send(operation, { cookie, id: world.other[entry.object], body });
      const missing = await send(operation, { cookie, id: NOBODY, body });
      // A list of an object's children is empty if the object does not exist.
      const isNothing = foreign.status === 404 || (operation.method === "GET" && foreign.status === 200);
      if (!isNothing || foreign.text !== missing.text) wrong.push([operation.name, foreign, missing]);
    }
    expect(wrong).toEqual([]);
  });

  test("operations that name no object read the caller's own merchant, whichever the browser has selected", async () => {
    const foreign: unknown[] = [];
    for (const operation of OPERATIONS) {
      if (operation.method !== "GET" || operation.parameters.length > 0) continue;
      if (operation.access === "anonymous" || expectedOf(operation.access, "owner") !== "passes") continue;
      const cookie = choosing(world.cookies.owner, world.other.merchantId);
      const query = { ...entryOf(operation).query, q: world.other.invoiceId };
      const { status, text } = await send(operation, { cookie, query, shown: null });
      const isWrong = status !== 200 || [world.other.merchantId, world.other.paidId].some((id) => text.includes(id));
      if (isWrong) foreign.push([operation.name, status, text.slice(0, 300)]);
    }
    expect(foreign).toEqual([]);
  });
});

describe("the machine API with another merchant's ids", () => {
  /** The input names that hold ids: `uuid`, `merchant_payment_uuid`. */
  const idNames = ({ input }: ApiOperation) =>
    Object.keys(z.toJSONSchema(input, { io: "input", unrepresentable: "any" }).properties ?? {}).filter((name) =>
      /uuid$/.test(name),
    );
  const named = API_OPERATIONS.filter((operation) => operation.keys.length > 0).flatMap((operation) =>
    idNames(operation).map((name) => [operation.path, name, operation] as const),
  );

  test("there are operations to try", () => expect(named.length).toBeGreaterThan(10));

  test.each(named)("%s %s: not found, and nothing changes", async (path, name, operation) => {
    const { POST }: { POST: ApiHandler } = await import(join(import.meta.dirname, "..", path, "route.ts"));
    const { own, other } = world;
    const mark = await markDatabase();
    const { order_id: _, ...request } = operation.example.request;
    const rest = Object.fromEntries(Object.entries(request).filter(([key]) => !/uuid$/.test(key)));
    for (const key of operation.keys) {
      const caller = { merchantId: own.merchantId, key: own.keys[key] };
      const ask = async (uuid: string) => {
        const { status, json } = await call(POST, caller, { ...rest, [name]: uuid });
        return { status, message: json.message, result: json.result };
      };
      const missing = await ask(NOBODY);
      for (const id of [other.paidId, other.payoutId, other.walletId]) expect(await ask(id)).toEqual(missing);
      expect(missing.status).toBeGreaterThanOrEqual(400);
    }
    expect(await markDatabase()).toBe(mark);
  });
});

describe("after all tests", () => {
  test("every row of the other merchant is unchanged, byte for byte", async () => {
    expect(await fingerprint(world.other.merchantId)).toEqual(before);
  });
});
