import { COMMON_ANSWERS, VALIDATION_CODES } from "@/lib/fronts/machine-api/openapi/errors";
import { resultRows, resultText, toRows } from "@/lib/fronts/machine-api/openapi/field-rows";
import { buildSchemas, type InterfaceSchemas } from "@/lib/fronts/machine-api/openapi/interface-schemas";
import { answerOf, operationId } from "@/lib/fronts/machine-api/openapi/operation-item";
import { OPERATION_GROUPS, type Operation } from "@/lib/fronts/machine-api/operation";
import { OPERATIONS } from "@/lib/fronts/machine-api/operations/all";
import { env } from "@/lib/kernel/env";

/** Builds the content of the reference page for these operations, in the order of its headings. */
export function buildReference(operations: readonly Operation[], baseUrl: string) {
  const schemas = buildSchemas(operations);
  const shownAt = whereShown(operations, schemas);
  const groups = OPERATION_GROUPS.map((name) => ({
    name,
    operations: operations
      .filter(({ group }) => group === name)
      .map((operation) => describeOperation(operation, schemas, shownAt, baseUrl)),
  }));
  return {
    baseUrl,
    groups: groups.filter((group) => group.operations.length > 0),
    webhooks: Object.entries(schemas.webhooks).map(([name, schema]) => ({
      name,
      members: toRows(schema, schemas.components),
    })),
    answers: COMMON_ANSWERS.map(({ status, when, example }) => ({
      name: String(status),
      meaning: when,
      body: JSON.stringify(example),
    })),
    codes: VALIDATION_CODES.map(({ code, meaning }) => ({ name: code, meaning })),
  };
}

type ShownAt = ReadonlyMap<string, Operation>;

/**
 * Returns for each shared object (`Invoice`) the first operation on the page that returns it: its
 * table is shown there, once.
 */
function whereShown(operations: readonly Operation[], { ofOperation }: InterfaceSchemas): ShownAt {
  const shownAt = new Map<string, Operation>();
  for (const group of OPERATION_GROUPS) {
    for (const operation of operations.filter((candidate) => candidate.group === group)) {
      const name = ofOperation(operation).output.$ref;
      if (name !== undefined && !shownAt.has(name)) shownAt.set(name, operation);
    }
  }
  return shownAt;
}

function describeOperation(
  operation: Operation,
  { ofOperation, components }: InterfaceSchemas,
  shownAt: ShownAt,
  baseUrl: string,
) {
  const { method, path, group, title, description, keys, refusals } = operation;
  const { input, output } = ofOperation(operation);
  const first = shownAt.get(output.$ref ?? "");
  const shownBefore = first === undefined || first === operation ? null : first;
  return {
    id: operationId(operation),
    method,
    path,
    group,
    title,
    description,
    keys: [...keys],
    parameters: toRows(input, components),
    choices: (input.anyOf ?? []).flatMap(({ required = [] }) => required),
    result: resultText(output, components),
    members: shownBefore === null ? resultRows(output, components) : [],
    sameAs: shownBefore && {
      id: operationId(shownBefore),
      group: shownBefore.group,
      title: shownBefore.title,
    },
    refusals: [...refusals],
    request: exampleRequest(operation, baseUrl),
    answer: JSON.stringify(answerOf(operation), null, 2),
  };
}

let reference: ReturnType<typeof buildReference> | undefined;

/** Returns this installation's reference, built once per process. */
export function apiReference(): ReturnType<typeof buildReference> {
  reference ??= buildReference(OPERATIONS, env().BASE_URL);
  return reference;
}

/**
 * Returns a shell script that signs and sends an operation's example; it needs only `openssl` and
 * `curl`.
 */
function exampleRequest({ method, path, keys, example }: Operation, baseUrl: string): string {
  const address = `${baseUrl}${path.replace(/\{(\w+)\}/g, (_, name: string) => String(example.request[name] ?? name))}`;
  const [kind] = keys;
  if (kind === undefined) return `curl ${method === "GET" ? "" : `-X ${method} `}${address}`;
  const body = JSON.stringify(example.request).replaceAll("'", "'\\''");
  return [
    `KEY='your ${kind} key'`,
    `BODY='${body}'`,
    `SIGN=$(printf '%s%s' "$(printf '%s' "$BODY" | base64 | tr -d '\\n')" "$KEY" | openssl md5 -r | cut -d ' ' -f 1)`,
    "",
    `curl ${address} \\`,
    "  -H 'content-type: application/json' \\",
    "  -H 'merchant: your merchant uuid' \\",
    '  -H "sign: $SIGN" \\',
    '  --data-binary "$BODY"',
  ].join("\n");
}
