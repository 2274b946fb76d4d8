import type { JsonSchema } from "@/lib/fronts/machine-api/openapi/json-schema";

/** The shapes of refusals, as components of the document. */
export const ERROR_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  RefusedMessage: {
    type: "object",
    description: "A rule refuses. `message` is one of the texts that the operation lists.",
    properties: { state: { const: 1 }, message: { type: "string" } },
    required: ["state", "message"],
    additionalProperties: false,
  },
  RefusedParameters: {
    type: "object",
    description:
      "Parameters are missing or wrong: the name of each (`currencies.0.network` for a part of one) with its codes.",
    properties: {
      state: { const: 1 },
      errors: { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
    },
    required: ["state", "errors"],
    additionalProperties: false,
  },
  InternalError: {
    type: "object",
    description: "Our fault. The number in the text is in the gateway's log.",
    properties: { message: { type: "string" }, code: { const: 500 }, error: { type: "null" } },
    required: ["message", "code", "error"],
    additionalProperties: false,
  },
};

/** Answers that every operation may give, in words. */
export const COMMON_ANSWERS = [
  {
    status: 401,
    name: "InvalidSign",
    when: "The headers `merchant` and `sign` are missing or wrong, or the key is not the right kind. The answer does not say which. For who has the key the text says what is wrong with `x-signature`: too old, used already, or missing where the merchant asks for it.",
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
    when: "Too many calls with one key. The header `Retry-After` says how many seconds to wait.",
    schema: "RefusedMessage",
    example: { state: 1, message: "Too many requests" },
    isSignedOnly: false,
  },
  {
    status: 500,
    name: "ServerError",
    when: "Something broke. The call may be repeated: creation is safe by its order id.",
    schema: "InternalError",
    example: { message: "Server error, #1234", code: 500, error: null },
    isSignedOnly: false,
  },
] as const;

/** Codes that `errors` may hold. */
export const VALIDATION_CODES: readonly { readonly code: string; readonly meaning: string }[] = [
  { code: "validation.required", meaning: "the parameter is missing, null or empty" },
  { code: "validation.required_with", meaning: "the parameter is needed beside another one that is given" },
  { code: "validation.required_without", meaning: "one of the parameters that carry this code is needed" },
  { code: "validation.required_without_all", meaning: "the same, of more than two" },
  { code: "validation.string", meaning: "text is expected" },
  { code: "validation.integer", meaning: "a whole number is expected" },
  { code: "validation.numeric", meaning: "a decimal number is expected, with `.` and without an exponent" },
  { code: "validation.boolean", meaning: "true or false is expected" },
  { code: "validation.array", meaning: "a list is expected" },
  { code: "validation.min.string", meaning: "the text is too short" },
  { code: "validation.max.string", meaning: "the text is too long" },
  { code: "validation.min.numeric", meaning: "the number is too small" },
  { code: "validation.max.numeric", meaning: "the number is too large" },
  { code: "validation.lt.numeric", meaning: "the number has to be less than another one" },
  { code: "validation.between.numeric", meaning: "the number is outside of its limits" },
  { code: "validation.decimal", meaning: "the number has more decimals than the interface carries" },
  { code: "validation.regex", meaning: "the text has characters or a form that are not allowed" },
  { code: "validation.url", meaning: "an http or https address is expected" },
  { code: "validation.url.https", meaning: "this gateway sends webhooks to https addresses only" },
  { code: "validation.in", meaning: "the value is none of those that are allowed" },
  { code: "validation.unique", meaning: "the order id belongs to something of another kind" },
];
