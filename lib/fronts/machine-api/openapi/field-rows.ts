import type { JsonSchema } from "@/lib/fronts/machine-api/openapi/json-schema";

/** A row of a table of parameters or members. */
export type FieldRow = {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly limits: readonly string[];
  readonly fallback: string | null;
  readonly meaning: string;
  readonly alsoAccepted: string | null;
};

type Components = Readonly<Record<string, JsonSchema>>;

/** Descriptions of patterns that say more than "no control characters". */
const PATTERN_TEXTS: Readonly<Record<string, string>> = {
  "^[A-Za-z0-9_-]+$": "letters, digits, _ and -",
  "^[0-9.]+$": "digits and one dot",
};

/** Returns a row for each member of an object, followed by its nested members. */
export function toRows(schema: JsonSchema, components: Components, prefix = ""): FieldRow[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, member]) => {
    const { shown, isNullable } = present(member, components);
    const row: FieldRow = {
      name: `${prefix}${name}`,
      type: typeText(shown, components) + (isNullable ? " or null" : ""),
      isRequired: required.includes(name),
      limits: limitTexts(shown),
      fallback: shown.default === undefined ? null : JSON.stringify(shown.default),
      meaning: member.description ?? shown.description ?? "",
      alsoAccepted: shown["x-also-accepted"] ?? null,
    };
    return [row, ...innerRows(shown, components, `${prefix}${name}`)];
  });
}

/**
 * Returns the rows of a response's `result`: of the object itself, or of each element of the list.
 */
export function resultRows(schema: JsonSchema, components: Components): FieldRow[] {
  const { shown } = present(schema, components);
  return shown.items ? toRows(present(shown.items, components).shown, components) : toRows(shown, components);
}

/** `an object`, `a list of objects`, `an empty list`. */
export function resultText(schema: JsonSchema, components: Components): string {
  const { shown } = present(schema, components);
  if (shown.type !== "array") return `an ${typeText(shown, components)}`.replace("an string", "a text");
  return shown.maxItems === 0 ? "an empty list" : `a ${typeText(shown, components)}`;
}

function innerRows(shown: JsonSchema, components: Components, name: string): FieldRow[] {
  if (shown.items) return toRows(present(shown.items, components).shown, components, `${name}[].`);
  return shown.properties ? toRows(shown, components, `${name}.`) : [];
}

/** Resolves a reference, or a union with null, to its schema. */
function present(schema: JsonSchema, components: Components): { shown: JsonSchema; isNullable: boolean } {
  const target = schema.$ref?.split("/").at(-1);
  if (target !== undefined) return present({ ...components[target], ...withoutRef(schema) }, components);
  if (schema.anyOf && !schema.properties) {
    const others = schema.anyOf.filter(({ type }) => type !== "null");
    const isNullable = others.length < schema.anyOf.length;
    const [only] = others;
    const shown =
      others.length === 1 && only ? present({ ...withoutChoice(schema), ...only }, components).shown : schema;
    return { shown, isNullable };
  }
  const types = [schema.type ?? []].flat();
  if (types.length < 2 || !types.includes("null")) return { shown: schema, isNullable: false };
  const [type = "null"] = types.filter((one) => one !== "null");
  return { shown: { ...schema, type }, isNullable: true };
}

function withoutRef({ $ref: _ref, ...rest }: JsonSchema): JsonSchema {
  return rest;
}

function withoutChoice({ anyOf: _choice, ...rest }: JsonSchema): JsonSchema {
  return rest;
}

function typeText(shown: JsonSchema, components: Components): string {
  if (shown.type === "array") {
    const inner = shown.items ? typeText(present(shown.items, components).shown, components) : "";
    return inner === "" ? "list" : `list of ${inner}s`;
  }
  if (shown.const !== undefined) return JSON.stringify(shown.const);
  if (shown.format === "uuid" || shown.format === "uri") return { uuid: "uuid", uri: "URL" }[shown.format];
  if (shown.anyOf) return shown.anyOf.map((one) => typeText(present(one, components).shown, components)).join(" or ");
  return [shown.type ?? ""].flat().join(" or ");
}

function limitTexts(shown: JsonSchema): string[] {
  const { minLength, maxLength, minimum, maximum, maxItems, pattern } = shown;
  const texts: string[] = [];
  if (shown.enum) texts.push(shown.enum.map((value) => String(value)).join(", "));
  if (maxLength !== undefined && shown.format !== "uuid") texts.push(`${minLength ?? 0} to ${maxLength} characters`);
  if (minimum !== undefined && maximum !== undefined) texts.push(`${minimum} to ${maximum}`);
  else if (minimum !== undefined) texts.push(`at least ${minimum}`);
  else if (maximum !== undefined) texts.push(`at most ${maximum}`);
  if (maxItems) texts.push(`at most ${maxItems}`);
  const patternText = pattern === undefined ? undefined : PATTERN_TEXTS[pattern];
  return patternText === undefined ? texts : [...texts, patternText];
}
