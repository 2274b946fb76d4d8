import type { JsonSchema } from "@/lib/fronts/machine-api/openapi/json-schema";
import type { Operation } from "@/lib/fronts/machine-api/operation";

/**
 * Adds what zod keeps in a refinement: of some parameters at least one is needed (`uuid` or `order_id`). It is asked of the type:
 * the example without everything that may be left out is refused, and the codes say for which parameters.
 */
export function withChoices({ input, example }: Operation, schema: JsonSchema): JsonSchema {
  const bare = Object.fromEntries((schema.required ?? []).map((name) => [name, example.request[name]]));
  const { error } = input.safeParse(bare);
  const names = (error?.issues ?? [])
    .filter(({ message }) => message.startsWith("validation.required_without"))
    .map(({ path }) => String(path[0]));
  const choices = [...new Set(names)];
  return choices.length === 0 ? schema : { ...schema, anyOf: choices.map((name) => ({ required: [name] })) };
}
