import { readFileSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, test } from "vitest";
import { buildDocument, openApiText } from "@/lib/fronts/machine-api/openapi/document";
import { OPERATION_GROUPS, type Operation } from "@/lib/fronts/machine-api/operation";
import { OPERATIONS } from "@/lib/fronts/machine-api/operations/all";
import { parseBody } from "@/lib/fronts/machine-api/parse-body";
import { createJudge } from "@/lib/fronts/machine-api/testing/judge-json";
import { readSources } from "@/scripts/lib/import-graph.mjs";

const DOCUMENT = JSON.parse(openApiText());
const judge = createJudge(DOCUMENT);
const named = OPERATIONS.map((operation) => [`${operation.method} ${operation.path}`, operation] as const);
const itemOf = ({ path, method }: Operation) => ["paths", path, method.toLowerCase()];

describe("the OpenAPI document", () => {
  test("is valid OpenAPI 3.1", async () => {
    const outcome = await new Validator().validate(structuredClone(DOCUMENT));
    expect(outcome.errors ?? []).toEqual([]);
    expect(outcome.valid).toBe(true);
    expect(DOCUMENT.openapi).toMatch(/^3\.1\./);
  });

  test("is served as JSON to everybody", async () => {
    const { GET } = await import("@/app/openapi.json/route");
    const response = GET();
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(await response.json()).toEqual(DOCUMENT);
  });

  test("names this installation's URL and every operation once, in the groups of the reference", () => {
    expect(DOCUMENT.servers).toEqual([{ url: "http://127.0.0.1:3000" }]);
    const listed = Object.entries(DOCUMENT.paths).flatMap(([path, item]) =>
      Object.keys(item as object).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(listed.sort()).toEqual(named.map(([name]) => name).sort());
    expect(new Set(listed).size).toBe(OPERATIONS.length);
    for (const { group } of OPERATIONS) expect(OPERATION_GROUPS).toContain(group);
  });

  test("can be built for any list of operations, including none", () => {
    expect(Object.keys(buildDocument([], "https://x.example").paths)).toEqual([]);
  });
});

describe("operations and routes", () => {
  const routes = readSources(["app/v1", "app/v2"]).filter(({ path }) => path.endsWith("/route.ts"));
  const pathOf = (file: string) =>
    file
      .replace(/^app/, "")
      .replace("/route.ts", "")
      .replace(/\[(\w+)\]/g, "{$1}");
  const methodsOf = (text: string) =>
    [...text.matchAll(/export const (GET|POST|PUT|PATCH|DELETE)\b/g)].map(([, method]) => method);

  test("are the same set: no route without an operation, no operation without a route", () => {
    expect(routes.length).toBeGreaterThan(0);
    const served = routes.map(({ path }) => pathOf(path)).sort();
    expect(served).toEqual(OPERATIONS.map(({ path }) => path as string).sort());
  });

  test("agree on the method", () => {
    for (const { path, method } of OPERATIONS) {
      const route = routes.find((candidate) => pathOf(candidate.path) === path);
      const text = route === undefined ? "" : readFileSync(route.path, "utf8");
      expect([path, methodsOf(text)]).toEqual([path, expect.arrayContaining([method])]);
    }
  });
});

describe("the document's schema", () => {
  test.each(named)("of %s matches its own example", (_name, operation) => {
    const { example, input, output, method } = operation;
    const sent = input.safeParse(parseBody(new TextEncoder().encode(JSON.stringify(example.request))));
    expect(sent.error?.issues ?? []).toEqual([]);
    expect(output.safeParse(example.result).error?.issues ?? []).toEqual([]);

    const item = itemOf(operation);
    if (method === "POST") {
      expect(judge([...item, "requestBody", "content", "application/json", "schema"], example.request)).toEqual([]);
    }
    const answer = ["responses", "200", "content", "application/json"];
    const shown = DOCUMENT.paths[operation.path][method.toLowerCase()].responses["200"].content["application/json"];
    expect(judge([...item, ...answer, "schema"], shown.examples.success.value)).toEqual([]);
    const withMore = { ...shown.examples.success.value, more: 1 };
    expect(judge([...item, ...answer, "schema"], withMore)).not.toEqual([]);
  });

  test.each(named)("of %s gives every parameter and member a type and a description", (_name, operation) => {
    const { parameters = [], requestBody, responses } = DOCUMENT.paths[operation.path][operation.method.toLowerCase()];
    const schemaOf = (part: { content: Record<string, { schema: never }> }) => part.content["application/json"]?.schema;
    const vague = vagueParts(responses["200"].content["application/json"].schema.properties.result, "result");
    if (requestBody) vague.push(...vagueParts(schemaOf(requestBody), "body"));
    for (const { name, schema, description } of parameters) {
      if (!schema.type || !description) vague.push(`${name}: no type or no meaning`);
    }
    expect(vague).toEqual([]);
  });

  test.each(named)(
    "of %s is closed: it lists every member, and marks each one that may be missing",
    (_name, operation) => {
      const item = DOCUMENT.paths[operation.path][operation.method.toLowerCase()];
      expect(openParts(item.responses["200"].content["application/json"].schema, "answer")).toEqual([]);
    },
  );

  test("of each error response matches its own example", () => {
    for (const [name, { content }] of Object.entries<{ content: never }>(DOCUMENT.components.responses)) {
      const { examples } = content["application/json"] as { examples: { refusal: { value: unknown } } };
      const place = ["components", "responses", name, "content", "application/json", "schema"];
      expect(judge(place, examples.refusal.value)).toEqual([]);
    }
  });
});

// biome-ignore lint/suspicious/noExplicitAny: walks schemas of every shape
function vagueParts(schema: any, at: string): string[] {
  if (schema.$ref) return vagueParts(DOCUMENT.components.schemas[schema.$ref.split("/").at(-1)], at);
  if (schema.anyOf && !schema.properties && !schema.type)
    return schema.anyOf.flatMap((one: unknown) => vagueParts(one, at));
  const isTyped = ["type", "const", "enum", "not"].some((keyword) => schema[keyword] !== undefined);
  const members = Object.entries<{ description?: string; $ref?: string }>(schema.properties ?? {});
  return [
    ...(isTyped ? [] : [`${at}: no type`]),
    ...members.flatMap(([name, member]) => [
      ...(member.description || member.$ref ? [] : [`${at}.${name}: no meaning`]),
      ...vagueParts(member, `${at}.${name}`),
    ]),
    ...(schema.items ? vagueParts(schema.items, `${at}[]`) : []),
  ];
}

/**
 * Optional members: without a conversion, without a chain transaction, and of a plan without a
 * discount.
 */
const MAY_BE_MISSING = new Set(["convert", "txid", "discount_days", "discount_amount", "end_of_discount"]);

// biome-ignore lint/suspicious/noExplicitAny: walks schemas of every shape
function openParts(schema: any, at: string): string[] {
  if (schema.$ref) return openParts(DOCUMENT.components.schemas[schema.$ref.split("/").at(-1)], at);
  const members = Object.entries(schema.properties ?? {});
  const missing = members.filter(([name]) => !schema.required?.includes(name) && !MAY_BE_MISSING.has(name));
  return [
    ...(schema.type === "object" && schema.additionalProperties !== false ? [`${at}: open`] : []),
    ...missing.map(([name]) => `${at}.${name}: may be missing`),
    ...members.flatMap(([name, member]) => openParts(member, `${at}.${name}`)),
    ...(schema.anyOf ?? []).flatMap((one: unknown) => openParts(one, at)),
    ...(schema.items ? openParts(schema.items, `${at}[]`) : []),
  ];
}
