import { stringify } from "lossless-json";
import { COMMON_ANSWERS } from "@/lib/fronts/machine-api/openapi/errors";
import { buildSchemas } from "@/lib/fronts/machine-api/openapi/interface-schemas";
import { COMPONENTS, type JsonSchema } from "@/lib/fronts/machine-api/openapi/json-schema";
import { toOperationItem } from "@/lib/fronts/machine-api/openapi/operation-item";
import type { Operation } from "@/lib/fronts/machine-api/operation";
import { OPERATION_GROUPS } from "@/lib/fronts/machine-api/operation";
import { OPERATIONS } from "@/lib/fronts/machine-api/operations/all";
import { TIMED_SIGNATURE, TIMED_SIGNATURE_SECONDS } from "@/lib/fronts/machine-api/signatures";
import { env } from "@/lib/kernel/env";

const DESCRIPTION = `Every call is a POST of JSON with the headers \`merchant\` (the merchant's uuid) and \`sign\`: the lowercase hex MD5 of the
base64 of the exact bytes of the body, followed by the API key. Without parameters, sign the body as sent, even if it is empty.

Responses are \`{"state":0,"result":...}\`, or \`{"state":1}\` with \`message\` or \`errors\`. \`null\` and \`""\` count as absent, unknown
parameters are ignored, and numbers can be sent as strings and strings as numbers. Amounts are strings with \`.\` and no exponent.

The reference with code samples for signing and verification is at /docs/api.`;

/** Builds the OpenAPI 3.1 document of these operations. */
export function buildDocument(operations: readonly Operation[], baseUrl: string) {
  const { ofOperation, components, webhooks } = buildSchemas(operations);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const item = toOperationItem(operation, ofOperation(operation));
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: item };
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Chaintill machine API",
      version: "1",
      description: DESCRIPTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: baseUrl }],
    externalDocs: { url: `${baseUrl}/docs/api`, description: "Reference" },
    tags: OPERATION_GROUPS.map((name) => ({ name })),
    paths,
    webhooks: Object.fromEntries(Object.entries(webhooks).map(([name, schema]) => [name, webhookItem(name, schema)])),
    components: { schemas: components, responses: commonResponses(), securitySchemes: SECURITY_SCHEMES },
  };
}

const SIGN = "Lowercase hex MD5 of: standard base64 of the body's bytes, followed by the";

const SECURITY_SCHEMES = {
  merchant: { type: "apiKey", in: "header", name: "merchant", description: "The merchant's uuid." },
  paymentSign: { type: "apiKey", in: "header", name: "sign", description: `${SIGN} payment key.` },
  timedSignature: {
    type: "apiKey",
    in: "header",
    name: TIMED_SIGNATURE,
    description: `Instead of \`sign\`, with the same key: \`t=<Unix seconds>,n=<once>,v1=<hex HMAC-SHA256>\` over \`v1\`, method, path with its query, t and n, each followed by a line feed, and the body. Valid for ${TIMED_SIGNATURE_SECONDS} seconds and one use; a merchant can require it for every call.`,
  },
  payoutSign: { type: "apiKey", in: "header", name: "sign", description: `${SIGN} payout key.` },
};

function commonResponses() {
  return Object.fromEntries(
    COMMON_ANSWERS.map(({ name, when, schema, example, status }) => [
      name,
      {
        description: when,
        ...(status === 429 && {
          headers: { "Retry-After": { description: "Seconds to wait.", schema: { type: "integer" } } },
        }),
        content: {
          "application/json": { schema: { $ref: `${COMPONENTS}${schema}` }, examples: { refusal: { value: example } } },
        },
      },
    ]),
  );
}

function webhookItem(name: string, schema: JsonSchema) {
  return {
    post: {
      operationId: `webhook-${name}`,
      summary: `Sent to url_callback: ${name}`,
      requestBody: { required: true, content: { "application/json": { schema } } },
      responses: {
        "2XX": { description: "Delivered. Any other status, or no response within 10 seconds, is retried." },
      },
    },
  };
}

let text: string | undefined;

/** Returns this installation's document as JSON, built once per process. */
export function openApiText(): string {
  text ??= stringify(buildDocument(OPERATIONS, env().BASE_URL)) ?? "";
  return text;
}
