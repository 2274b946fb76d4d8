import type { JsonSchema } from "@/lib/fronts/machine-api/openapi/json-schema";

/** Schemas of error responses, as components of the document. */
export const ERROR_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  RefusedMessage: {
    type: "object",
    description: "Refused. `message` is one of the texts listed for the operation.",
    properties: { state: { const: 1 }, message: { type: "string" } },
    required: ["state", "message"],
    additionalProperties: false,
  },
  RefusedParameters: {
    type: "object",
    description:
      "Parameters are missing or invalid: the name of each (`currencies.0.network` for a nested one) with its codes.",
    properties: {
      state: { const: 1 },
      errors: { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
    },
    required: ["state", "errors"],
    additionalProperties: false,
  },
  InternalError: {
    type: "object",
    description: "Error of the gateway. The number in the text is in its log.",
    properties: { message: { type: "string" }, code: { const: 500 }, error: { type: "null" } },
    required: ["message", "code", "error"],
    additionalProperties: false,
  },
};

/** Responses common to every operation, with descriptions. */
export const COMMON_ANSWERS = [
  {
    status: 401,
    name: "InvalidSign",
    when: "The headers `merchant` and `sign` are missing or wrong, or the key has the wrong kind; the response does not say which. If the key is right, the text names the problem with `x-signature`: expired, already used, or missing although the merchant requires it.",
    schema: "RefusedMessage",
    example: { state: 1, message: "Invalid Sign." },
    isSignedOnly: true,
  },
  {
    status: 413,
    name: "BodyTooLarge",
    when: "The body is larger than 128 KiB.",
    schema: "RefusedMessage",
    example: { state: 1, message: "The body is too large" },
    isSignedOnly: true,
  },
  {
    status: 429,
    name: "TooManyRequests",
    when: "Too many calls with one key. Wait the number of seconds in the `Retry-After` header.",
    schema: "RefusedMessage",
    example: { state: 1, message: "Too many requests" },
    isSignedOnly: false,
  },
  {
    status: 500,
    name: "ServerError",
    when: "An internal error. You can repeat the call: the order ID prevents duplicates.",
    schema: "InternalError",
    example: { message: "Server error, #1234", code: 500, error: null },
    isSignedOnly: false,
  },
] as const;

/** Possible codes in `errors`. */
export const VALIDATION_CODES: readonly { readonly code: string; readonly meaning: string }[] = [
  { code: "validation.required", meaning: "the parameter is missing, null or empty" },
  { code: "validation.required_with", meaning: "the parameter is required together with another one that is given" },
  { code: "validation.required_without", meaning: "one of the parameters with this code is required" },
  { code: "validation.required_without_all", meaning: "one of several parameters with this code is required" },
  { code: "validation.string", meaning: "must be a string" },
  { code: "validation.integer", meaning: "must be an integer" },
  { code: "validation.numeric", meaning: "must be a decimal number, with `.` and without an exponent" },
  { code: "validation.boolean", meaning: "must be true or false" },
  { code: "validation.array", meaning: "must be a list" },
  { code: "validation.min.string", meaning: "the text is too short" },
  { code: "validation.max.string", meaning: "the text is too long" },
  { code: "validation.min.numeric", meaning: "the number is too small" },
  { code: "validation.max.numeric", meaning: "the number is too large" },
  { code: "validation.lt.numeric", meaning: "the number must be less than another one" },
  { code: "validation.between.numeric", meaning: "the number is out of range" },
  { code: "validation.decimal", meaning: "the number has too many decimals" },
  { code: "validation.regex", meaning: "the text has an invalid format or characters" },
  { code: "validation.url", meaning: "must be an http or https URL" },
  { code: "validation.url.https", meaning: "this gateway sends webhooks to https URLs only" },
  { code: "validation.in", meaning: "the value is not one of the allowed values" },
  { code: "validation.unique", meaning: "the order ID belongs to an object of another kind" },
];
