import { stringify } from "lossless-json";
import { COMMON_ANSWERS } from "@/lib/fronts/machine-api/openapi/errors";
import { COMPONENTS, type JsonSchema } from "@/lib/fronts/machine-api/openapi/json-schema";
import type { Operation } from "@/lib/fronts/machine-api/operation";

export type OperationSchemas = { readonly input: JsonSchema; readonly output: JsonSchema };

/** Builds the document's entry for one operation. */
export function toOperationItem(operation: Operation, { input, output }: OperationSchemas) {
  const isPublic = operation.keys.length === 0;
  return {
    operationId: operationId(operation),
    tags: [operation.group],
    summary: operation.title,
    description: operation.description,
    security: securityOf(operation),
    ...parametersOf(operation, input),
    ...(operation.method === "POST" && { requestBody: requestBodyOf(operation, input) }),
    responses: {
      "200": {
        description: "Done.",
        content: {
          "application/json": { schema: envelopeOf(output), examples: { success: { value: answerOf(operation) } } },
        },
      },
      ...refusedAnswer(operation),
      ...Object.fromEntries(
        COMMON_ANSWERS.filter(({ isSignedOnly }) => !(isPublic && isSignedOnly)).map(({ status, name }) => [
          String(status),
          { $ref: `#/components/responses/${name}` },
        ]),
      ),
    },
  };
}

/**
 * By `sign` of an accepted key, or by the timed signature, which is not tied to a kind of key here.
 */
function securityOf({ keys }: Operation) {
  const signed = keys.map((kind) => ({ merchant: [], [`${kind}Sign`]: [] }));
  return signed.length === 0 ? [] : [...signed, { merchant: [], timedSignature: [] }];
}

/** `post-v1-payment-discount-set`: unique, because method and path are. */
export function operationId({ method, path }: Operation): string {
  return `${method.toLowerCase()}${path.replace(/[{}]/g, "").replace(/\//g, "-")}`;
}

/** Returns the complete response of the example; numbers keep every digit. */
export function answerOf(operation: Operation): { readonly state: 0; readonly result: unknown } {
  return JSON.parse(stringify({ state: 0, result: operation.example.result }) ?? "null");
}

function envelopeOf(result: JsonSchema): JsonSchema {
  return {
    type: "object",
    properties: { state: { const: 0 }, result },
    required: ["state", "result"],
    additionalProperties: false,
  };
}

/**
 * Returns the parameters outside the body: those of the path, and the cursor, which clients may
 * also send in the query.
 */
function parametersOf({ path }: Operation, input: JsonSchema) {
  const ofPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => {
    const { description, ...schema } = input.properties?.[name] ?? {};
    return { name, in: "path", required: true, description, schema };
  });
  const { description, ...schema } = input.properties?.["cursor"] ?? {};
  const ofQuery = input.properties?.["cursor"]
    ? [
        {
          name: "cursor",
          in: "query",
          required: false,
          description: "The same as `cursor` in the body; it wins.",
          schema,
        },
      ]
    : [];
  const parameters = [...ofPath, ...ofQuery];
  return parameters.length === 0 ? {} : { parameters };
}

function requestBodyOf(operation: Operation, input: JsonSchema) {
  const hasParameters = Object.keys(input.properties ?? {}).length > 0;
  return {
    required: (input.required ?? []).length > 0 || input.anyOf !== undefined,
    ...(!hasParameters && { description: "No parameters: nothing, `{}`, `[]` or `null`. Sign what is sent." }),
    content: { "application/json": { schema: input, examples: { example: { value: operation.example.request } } } },
  };
}

/**
 * Every operation may reject its parameters, even one without any: a body that is not a JSON object
 * is always rejected.
 */
function refusedAnswer({ method, refusals, keys }: Operation) {
  if (method === "GET" && keys.length === 0 && refusals.length === 0) return {};
  const listed = refusals.map((text) => `- \`${text}\``).join("\n");
  return {
    "422": {
      description: ["Refused.", ...(listed ? ["Texts of `message`:", listed] : [])].join("\n\n"),
      content: {
        "application/json": {
          schema: { anyOf: [{ $ref: `${COMPONENTS}RefusedMessage` }, { $ref: `${COMPONENTS}RefusedParameters` }] },
        },
      },
    },
  };
}
