import { ERROR_SCHEMAS } from "@/lib/fronts/machine-api/openapi/errors";
import { type JsonSchema, toJsonSchemas } from "@/lib/fronts/machine-api/openapi/json-schema";
import { withMeanings } from "@/lib/fronts/machine-api/openapi/meanings";
import { operationId } from "@/lib/fronts/machine-api/openapi/operation-item";
import { withChoices } from "@/lib/fronts/machine-api/openapi/parameter-choices";
import { WEBHOOK_PAYLOADS } from "@/lib/fronts/machine-api/openapi/payload-schema";
import type { Operation } from "@/lib/fronts/machine-api/operation";

export type InterfaceSchemas = {
  readonly ofOperation: (operation: Operation) => { readonly input: JsonSchema; readonly output: JsonSchema };
  /** What several operations share, and the shapes of refusals, by name. */
  readonly components: Readonly<Record<string, JsonSchema>>;
  /** Of webhooks, by the name of the kind. */
  readonly webhooks: Readonly<Record<string, JsonSchema>>;
};

/** All the schemas of the interface, with a meaning at every name. */
export function buildSchemas(operations: readonly Operation[]): InterfaceSchemas {
  const inputs = toJsonSchemas(
    Object.fromEntries(operations.map((operation) => [operationId(operation), operation.input])),
    "input",
  );
  const outputs = toJsonSchemas(
    Object.fromEntries(operations.map((operation) => [operationId(operation), operation.output])),
    "output",
  );
  const webhooks = toJsonSchemas(WEBHOOK_PAYLOADS, "output");
  const explained = (schemas: Readonly<Record<string, JsonSchema>>, side: "input" | "output") =>
    Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withMeanings(schema, side)]));
  return {
    ofOperation: (operation) => {
      const id = operationId(operation);
      const input = withMeanings(inputs.schemas[id] ?? {}, "input", operation.path);
      const output = withMeanings(outputs.schemas[id] ?? {}, "output", operation.path);
      return { input: withChoices(operation, input), output };
    },
    components: {
      ...explained(inputs.components, "input"),
      ...explained(outputs.components, "output"),
      ...explained(webhooks.components, "output"),
      ...ERROR_SCHEMAS,
    },
    webhooks: explained(webhooks.schemas, "output"),
  };
}
