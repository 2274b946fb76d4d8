import { z } from "zod";
import { wireSchemaOf } from "@/lib/kernel/lenient-input";

/** The subset of JSON Schema (2020-12) used here. */
export type JsonSchema = {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly description?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly $ref?: string;
  readonly "x-also-accepted"?: string;
};

export const COMPONENTS = "#/components/schemas/";

export type JsonSchemas = {
  /** By the given names. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** Types with their own `id` (`.meta({ id })`): defined once and referenced elsewhere. */
  readonly components: Readonly<Record<string, JsonSchema>>;
};

/**
 * Builds the JSON Schemas of many types together, so that common types are shared.
 * @param side `input` for what clients send, `output` for responses
 */
export function toJsonSchemas(types: Readonly<Record<string, z.ZodType>>, side: "input" | "output"): JsonSchemas {
  const all = z.toJSONSchema(z.object(types), {
    io: side,
    target: "draft-2020-12",
    // Types without a JSON Schema define one with withWireSchema or .meta; a test finds those that
    // do not.
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => amend(zodSchema, jsonSchema, side),
  });
  // Plain data from here on; references point to where OpenAPI keeps its schemas.
  const text = JSON.stringify(all).replaceAll('"#/$defs/', `"${COMPONENTS}`);
  const { properties = {}, $defs = {} } = JSON.parse(text) as JsonSchema & { $defs?: Record<string, JsonSchema> };
  return { schemas: properties, components: $defs };
}

type Drafted = Record<string, unknown>;

function amend(type: z.core.$ZodType, schema: Drafted, side: "input" | "output"): void {
  const wire = wireSchemaOf(type);
  if (wire !== undefined) {
    const { description = wire["description"] } = schema;
    for (const keyword of Object.keys(schema)) delete schema[keyword];
    Object.assign(schema, wire, description === undefined ? {} : { description });
  }
  if (schema["format"] === "uuid") delete schema["pattern"];
  if (schema["minimum"] === Number.MIN_SAFE_INTEGER) delete schema["minimum"];
  if (schema["maximum"] === Number.MAX_SAFE_INTEGER) delete schema["maximum"];
  if (side === "input") amendRequired(type, schema);
}

/**
 * Preprocessed types accept undefined, so whether a parameter is required is determined by parsing
 * with the type itself.
 */
function amendRequired(type: z.core.$ZodType, schema: Drafted): void {
  if (!(type instanceof z.ZodObject)) return;
  const needed = Object.entries(type.shape).flatMap(([name, member]) =>
    z.safeParse(member as z.ZodType, undefined).success ? [] : [name],
  );
  if (needed.length > 0) schema["required"] = needed;
  else delete schema["required"];
}
