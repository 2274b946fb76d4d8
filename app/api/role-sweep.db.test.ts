import { beforeAll, describe, expect, test, vi } from "vitest";
import { changedTables, markDatabase } from "@/app/api/testing/database-mark-repo";
import { MADE_FOR_MEMBERS, type Maker } from "@/app/api/testing/made-for-members";
import { MADE_FOR_OPERATORS } from "@/app/api/testing/made-for-operators";
import { MADE_FOR_PERSONS } from "@/app/api/testing/made-for-persons";
import { SWEEP_ENTRIES, type SweepEntry } from "@/app/api/testing/sweep-inputs";
import { type CallerName, expectedOf, readOperations, type SweptOperation } from "@/app/api/testing/sweep-operations";
import { bodyOf, type SweepRequest, sendRequest } from "@/app/api/testing/sweep-request";
import { openSweepWorld, type SweepWorld } from "@/app/api/testing/sweep-world";
import { database } from "@/lib/kernel/db";
import { MEMBER_ROLES } from "@/lib/people/merchants/role";

/**
 * Every operation for signed-in users, with valid input about existing objects, by each role and by
 * the operator: it succeeds for the roles in the permission table, for nobody else, and for nobody
 * with another merchant's ids.
 */
vi.stubEnv("MAIL_FROM", "no-reply@pay.test");
vi.stubEnv("MAIL_FOLDER", "/nowhere");

const OPERATIONS = (await readOperations()).filter(({ access }) => access !== "anonymous");
const MAKERS: Readonly<Record<string, Maker>> = { ...MADE_FOR_MEMBERS, ...MADE_FOR_PERSONS, ...MADE_FOR_OPERATORS };
const CALLERS = [...MEMBER_ROLES, "operator"] as const satisfies readonly CallerName[];
type Caller = (typeof CALLERS)[number];

let world: SweepWorld;
beforeAll(async () => {
  world = await openSweepWorld();
});

const entryOf = ({ name }: SweptOperation): SweepEntry => SWEEP_ENTRIES[name] ?? { leaves: "nothing" };

/** A request that succeeds where it is allowed. Objects that it consumes are created for it. */
async function goodRequest(operation: SweptOperation, caller: Caller): Promise<SweepRequest> {
  const entry = entryOf(operation);
  const { own } = world;
  const role = MEMBER_ROLES.find((one) => one === caller) ?? null;
  const made = await MAKERS[operation.name]?.({ shop: own, userId: world.callerIds.get(caller) ?? "", role });
  return {
    cookie: world.cookies[caller],
    shown: own.merchantId,
    id: entry.object && own[entry.object],
    body: bodyOf(entry, own),
    query: entry.query,
    file: entry.file,
    ...made,
  };
}

/** Returns the deviations from the expected result. */
async function tryAllowed(operation: SweptOperation, caller: Caller): Promise<unknown[]> {
  const { leaves } = entryOf(operation);
  const request = await goodRequest(operation, caller);
  const last = await database().auditEvent.findFirst({ orderBy: { id: "desc" }, select: { id: true } });
  const { status, text } = await sendRequest(operation, request);
  const rows = await database().auditEvent.findMany({ where: { id: { gt: last?.id ?? 0n } } });
  const isExpected = (action: string) => leaves === "audit" || (leaves !== "nothing" && leaves.writes === action);
  const isWritten = leaves === "nothing" || rows.some(({ action }) => isExpected(action));
  return status === 200 && isWritten ? [] : [[caller, status, text.slice(0, 400), rows.map(({ action }) => action)]];
}

async function tryRefused(operation: SweptOperation, caller: Caller, request: SweepRequest): Promise<unknown[]> {
  const { status } = await sendRequest(operation, { ...request, cookie: world.cookies[caller] });
  return status === 403 ? [] : [[caller, status]];
}

/**
 * The same with the id of another merchant or person: not found, and lists of its children are
 * empty.
 */
async function tryForeign(operation: SweptOperation, caller: Caller, request: SweepRequest): Promise<unknown[]> {
  const { object } = entryOf(operation);
  if (object === undefined) return [];
  const foreign = { ...request, cookie: world.cookies[caller], id: world.other[object] };
  const { status, text } = await sendRequest(operation, foreign);
  const isEmpty = operation.method === "GET" && status === 200 && !text.includes(world.other.merchantId);
  const expected = expectedOf(operation.access, caller) === "passes" ? 404 : 403;
  return status === expected || (expected === 404 && isEmpty) ? [] : [[caller, status, "of another merchant"]];
}

/** Run last, since they block outgoing money. */
const isLast = ({ path }: SweptOperation) =>
  Number(/[/.](account\.changePassword|keys|merchant\.setLimits|stops|changeBlocks)/.test(path));

describe("with valid input: succeeds for the roles in the permission table, and changes nothing for anybody else", () => {
  const ordered = OPERATIONS.toSorted((a, b) => isLast(a) - isLast(b));
  test.each(ordered.map((operation) => [operation.name, operation] as const))("%s", async (_, operation) => {
    const wrong: unknown[] = [];
    const refused = CALLERS.filter((caller) => expectedOf(operation.access, caller) !== "passes");
    const request = await goodRequest(operation, "owner");
    const before = await markDatabase();
    for (const caller of refused) wrong.push(...(await tryRefused(operation, caller, request)));
    for (const caller of CALLERS) wrong.push(...(await tryForeign(operation, caller, request)));
    wrong.push(...changedTables(before, await markDatabase()));
    for (const caller of CALLERS) if (!refused.includes(caller)) wrong.push(...(await tryAllowed(operation, caller)));
    expect(wrong).toEqual([]);
  });
});

describe("after all tests", () => {
  test("no secret is in the audit log: no password, no key, no hash of one", async () => {
    const rows = await database().$queryRaw<{ text: string }[]>`
      SELECT (detail || coalesce(before, '{}') || coalesce(after, '{}'))::text AS text FROM audit_events`;
    const secrets = await database().$queryRaw<{ secret: string }[]>`
      SELECT password_hash AS secret FROM users WHERE password_hash <> 'none'
      UNION SELECT encode(token_hash, 'hex') FROM invitations
      UNION SELECT encode(secret, 'hex') FROM api_keys UNION SELECT encode(secret, 'base64') FROM api_keys`;
    const all = rows.map(({ text }) => text).join("\n");
    for (const { secret } of secrets) expect(all.includes(secret)).toBe(false);
    expect(all).not.toMatch(/argon2|"[^"]*(password|secret)[^"]*":/i);
  });
});
