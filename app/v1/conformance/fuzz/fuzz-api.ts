import fc from "fast-check";
import { type Change, changeOf } from "@/app/v1/conformance/fuzz/mutated-body";
import { nonsenseIn } from "@/app/v1/conformance/fuzz/nonsense";
import { RULE_TABLES } from "@/app/v1/conformance/rule-tables";
import { handlerAt, operationAt } from "@/app/v1/conformance/testing/routes";
import { rowCounts } from "@/app/v1/conformance/testing/row-counts";
import { callerOf, type World } from "@/app/v1/conformance/testing/world";
import type { Operation } from "@/lib/fronts/machine-api/operation";
import { OPERATIONS } from "@/lib/fronts/machine-api/operations/all";
import { signBody } from "@/lib/fronts/machine-api/signatures";
import { connectionPool } from "@/lib/kernel/db";

type Attempt = { readonly path: string; readonly change: Change; readonly query: string };
type Seen = { readonly status: number; readonly text: string };

const query = fc.oneof(
  { weight: 9, arbitrary: fc.constant("") },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme" }).map((text) => `?cursor=${encodeURIComponent(text)}`) },
);

const attempt: fc.Arbitrary<Attempt> = fc
  .constantFrom(...OPERATIONS)
  .chain((operation) =>
    fc.record({ path: fc.constant(operation.path), change: changeOf(mentionedIn(operation)), query }),
  );

const tableOf = ({ path }: Operation) => RULE_TABLES.find((table) => table.path === path);

/** Every parameter in the rules of the operation. */
function mentionedIn(operation: Operation): readonly string[] {
  const named = tableOf(operation)?.rows.map(({ parameter }) => parameter) ?? [];
  return [...new Set([...named, ...Object.keys(operation.example.request)])];
}

/** The parameters that the operation validates: some of their values are refused. */
function knownTo(operation: Operation): readonly string[] {
  const named = tableOf(operation)?.rows.filter(({ expected }) => expected.kind !== "taken");
  return [...new Set(named?.map(({ parameter }) => parameter) ?? Object.keys(operation.example.request))];
}

/**
 * Sends `runs` mutated requests, spread over all operations, each signed by its merchant. A fault
 * is a 5xx, a response that is not in the API's format, success for nonsense, or a row that a
 * refused request left behind. Returns how many were accepted and how many refused.
 */
export async function fuzzApi(world: World, runs: number): Promise<{ taken: number; refused: number }> {
  const watch = await watchRows();
  const sums = { taken: 0, refused: 0 };
  const property = fc.asyncProperty(attempt, async ({ path, change, query }) => {
    const operation = operationAt(path);
    const valid = tableOf(operation)?.valid(world) ?? operation.example.request;
    const body = change(valid);
    const seen = await ask(operation, world, body, query);
    sums[seen.status === 200 ? "taken" : "refused"] += 1;
    const faults = [...judge(seen), ...(await watch(seen.status))];
    if (seen.status === 200)
      faults.push(...nonsenseIn(body, knownTo(operation)).map((name) => `nonsense was taken: ${name}`));
    if (faults.length === 0) return;
    const sent = typeof body === "string" ? body : Buffer.from(body).toString("latin1");
    throw new Error(
      `${operation.path}: ${faults.join("; ")}\nsent ${sent.slice(0, 2_000)}\nanswered ${seen.status} ${seen.text.slice(0, 1_000)}`,
    );
  });
  await fc.assert(property, { numRuns: runs });
  return sums;
}

async function ask(operation: Operation, world: World, body: string | Uint8Array, query: string): Promise<Seen> {
  const handler = await handlerAt(operation);
  const response = await handler(requestFor(operation, world, body, query));
  return { status: response.status, text: await response.text() };
}

function requestFor(operation: Operation, world: World, body: string | Uint8Array, query: string): Request {
  const raw = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const [kind] = operation.keys;
  if (kind === undefined) {
    const segment = encodeURIComponent(Buffer.from(raw).toString("latin1").slice(0, 200)) || "-";
    return new Request(`http://127.0.0.1${operation.path.replace(/\{.*?\}/, segment)}${query}`, {
      method: operation.method,
    });
  }
  const { merchantId, key } = callerOf(world.shop, kind);
  const headers = { "content-type": "application/json", merchant: merchantId, sign: signBody(raw, key) };
  return new Request(`http://127.0.0.1${operation.path}${query}`, { method: "POST", headers, body: Buffer.from(raw) });
}

function judge({ status, text }: Seen): string[] {
  if (status >= 500) return ["an internal error"];
  if (![200, 413, 422].includes(status)) return [`an unexpected status ${status}`];
  let json: { state?: unknown; message?: unknown; errors?: unknown; result?: unknown };
  try {
    json = JSON.parse(text);
  } catch {
    return ["the answer is no JSON"];
  }
  if (status === 200) return json.state === 0 && "result" in json ? [] : ["no envelope of success"];
  const isMessage = typeof json.message === "string" && json.message !== "" && !("errors" in json);
  const isErrors = !("message" in json) && isErrorMap(json.errors);
  return json.state === 1 && (isMessage || isErrors) && !("result" in json) ? [] : ["no envelope of a refusal"];
}

function isErrorMap(errors: unknown): boolean {
  if (typeof errors !== "object" || errors === null || Array.isArray(errors)) return false;
  const lists: unknown[] = Object.values(errors);
  const isCode = (code: unknown) => typeof code === "string" && /^validation\.[a-z_.]+$/.test(code);
  return lists.length > 0 && lists.every((list) => Array.isArray(list) && list.length > 0 && list.every(isCode));
}

/**
 * Detects what a refused request left behind. Only a write consumes a transaction id, so the tables
 * are counted again only if one was consumed meanwhile, by whatever connection.
 */
async function watchRows(): Promise<(status: number) => Promise<string[]>> {
  let [numbers, counts] = [await nextNumber(), await rowCounts()];
  return async (status) => {
    const now = await nextNumber();
    if (now === numbers) return [];
    const before = counts;
    [numbers, counts] = [now, await rowCounts()];
    if (status === 200) return [];
    const grown = Object.keys(counts).filter((table) => counts[table] !== before[table]);
    return grown.map((table) => `a refusal left a row in ${table}`);
  };
}

async function nextNumber(): Promise<string> {
  const { rows } = await connectionPool().query<{ next: string }>(
    "SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next",
  );
  return rows[0]?.next ?? "";
}
