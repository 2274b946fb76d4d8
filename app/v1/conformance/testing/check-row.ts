import { stringify } from "lossless-json";
import { handlerAt, operationAt } from "@/app/v1/conformance/testing/routes";
import type { Expected, Row } from "@/app/v1/conformance/testing/rule";
import type { RuleTable } from "@/app/v1/conformance/testing/rule-table";
import { callerOf, type World } from "@/app/v1/conformance/testing/world";
import { parseBody } from "@/lib/fronts/machine-api/parse-body";
import { type Answer, call } from "@/lib/fronts/machine-api/testing/call-api";

/** Sends the row's request and returns how the response deviates from the row. */
export async function checkRow(table: RuleTable, row: Row, given: World): Promise<string[]> {
  const world = table.renew && row.expected.kind === "taken" ? await table.renew(given) : given;
  const operation = operationAt(table.path);
  const body = stringify(row.request(table.valid(world), world)) ?? "";
  const answer = await call(await handlerAt(operation), callerOf(world.shop, table.key), body);
  const wrong = [...judge(table, row.expected, answer), ...meaning(operation.input, row, body)];
  return wrong.length === 0
    ? []
    : [...wrong, `sent ${body.slice(0, 500)}`, `answered ${answer.status} ${answer.text.slice(0, 500)}`];
}

function judge(table: RuleTable, expected: Expected, answer: Answer): string[] {
  switch (expected.kind) {
    case "taken":
      return table.answer === "success" ? judgeSuccess(answer) : judgeMessage(answer, table.answer.message);
    case "message":
      return judgeMessage(answer, expected.text);
    case "errors":
      return judgeErrors(answer, expected);
    case "declined":
      return answer.status === 422 && answer.json.state === 1 ? [] : ["is not declined"];
  }
}

const judgeSuccess = ({ status, json }: Answer): string[] =>
  status === 200 && json.state === 0 && "result" in json ? [] : ["is not accepted"];

function judgeMessage({ status, json }: Answer, text: string): string[] {
  return status === 422 && isSame(json, { state: 1, message: text }) ? [] : [`does not return "${text}"`];
}

function judgeErrors({ status, json }: Answer, { parameters, code }: Expected & { kind: "errors" }): string[] {
  if (status !== 422 || json.state !== 1 || typeof json.errors !== "object" || "message" in json)
    return ["is not refused with errors"];
  const errors = Object.entries<string[]>(json.errors);
  const isNamed = (name: string) =>
    parameters.some((parameter) => name === parameter || name.startsWith(`${parameter}.`));
  const named = errors.every(([name]) => isNamed(name)) && errors.length >= parameters.length;
  const codes = errors.flatMap(([, list]) => list);
  const coded =
    codes.length > 0 && codes.every((one) => (code === undefined ? /^validation\.[a-z_.]+$/.test(one) : one === code));
  return [
    ...(named ? [] : ["names another parameter"]),
    ...(coded ? [] : [`has other codes than ${code ?? "validation codes"}`]),
  ];
}

/** Checks how the operation parses the value, if the row says so. */
function meaning(
  input: { safeParse(body: unknown): { success: boolean; data?: unknown } },
  row: Row,
  body: string,
): string[] {
  if (row.expected.kind !== "taken" || !("means" in row.expected)) return [];
  const { data } = input.safeParse(parseBody(new TextEncoder().encode(body)));
  const understood = (data as Record<string, unknown> | undefined)?.[row.parameter];
  const plain = understood instanceof Object && "toFixed" in understood ? String(understood) : understood;
  return isSame(plain, row.expected.means) ? [] : [`is understood as ${JSON.stringify(plain)}`];
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
