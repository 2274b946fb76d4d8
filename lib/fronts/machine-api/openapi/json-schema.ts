import { z } from "zod";
import { wireSchemaOf } from "@/lib/kernel/lenient-input";

/** A JSON Schema (2020-12), as far as it is read here. */
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
  /** By the names given. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /**
   * Those that carry an `id` of their own (`.meta({ id })`): written once, and referred to
   * everywhere else.
   */
  readonly components: Readonly<Record<string, JsonSchema>>;
};

/**
 * The JSON Schemas of many types at once, so that what they share is shared.
 * @param side `input` for what clients send, `output` for what we answer
 */
export function toJsonSchemas(types: Readonly<Record<string, z.ZodType>>, side: "input" | "output"): JsonSchemas {
  const all = z.toJSONSchema(z.object(types), {
    io: side,
    target: "draft-2020-12",
    // What has no schema of its own says one with withWireSchema or .meta; a test looks for those
    // that do not.
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => amend(zodSchema, jsonSchema, side),
  });
  // Plain data from here on; references move to where OpenAPI keeps its schemas.
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
 * Preprocessed types take "nothing" for a value of theirs, so whether a parameter may be left out
 * is asked of the type itself.
 */
function amendRequired(type: z.core.$ZodType, schema: Drafted): void {
  if (!(type instanceof z.ZodObject)) return;
  const needed = Object.entries(type.shape).flatMap(([name, member]) =>
    z.safeParse(member as z.ZodType, undefined).success ? [] : [name],
  );
  if (needed.length > 0) schema["required"] = needed;
  else delete schema["required"];
}
