import { z } from "zod";
import { ERROR_SCHEMAS } from "@/lib/fronts/machine-api/openapi/errors";
import { type JsonSchema, toJsonSchemas } from "@/lib/fronts/machine-api/openapi/json-schema";
import { withMeanings } from "@/lib/fronts/machine-api/openapi/meanings";
import { operationId } from "@/lib/fronts/machine-api/openapi/operation-item";
import type { Operation } from "@/lib/fronts/machine-api/operation";
import { INVOICE_STATUSES } from "@/lib/money-in/invoices/status";
import { PERIOD_STATES, RECURRENCE_INTERVALS, RECURRENCE_STATUSES } from "@/lib/money-in/recurrences/status";

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

/**
 * Adds what zod keeps in a refinement: of some parameters at least one is needed (`uuid` or `order_id`). It is asked of the type:
 * the example without everything that may be left out is refused, and the codes say for which parameters.
 */
function withChoices({ input, example }: Operation, schema: JsonSchema): JsonSchema {
  const bare = Object.fromEntries((schema.required ?? []).map((name) => [name, example.request[name]]));
  const { error } = input.safeParse(bare);
  const names = (error?.issues ?? [])
    .filter(({ message }) => message.startsWith("validation.required_without"))
    .map(({ path }) => String(path[0]));
  const choices = [...new Set(names)];
  return choices.length === 0 ? schema : { ...schema, anyOf: choices.map((name) => ({ required: [name] })) };
}

/**
 * What webhooks carry, member by member in the order of the bytes, for the documentation and for tests that hold the payloads
 * against it. Amounts are text with 8 decimals.
 */

const amount = z.string();
const sign = z
  .string()
  .describe("Lowercase hex MD5 of: base64 of the body's bytes without this member, followed by the key");

const convert = z
  .strictObject({
    to_currency: z.string(),
    commission: amount.nullable().describe("Fee of the conversion, in to_currency"),
    rate: amount.describe("Units of to_currency for one of payer_currency"),
    amount: amount.describe("Added to the balance in to_currency, after all fees"),
  })
  .optional()
  .describe("Only where the merchant has payer_currency converted");

const paymentWebhook = z.strictObject({
  type: z.enum(["payment", "wallet"]).describe("`wallet` for a top-up of a static wallet"),
  uuid: z.uuid().describe("Of the invoice, or of the top-up's own payment record; payment/info finds both"),
  order_id: z.string().describe("Of the invoice or the wallet"),
  amount: amount.describe("Of the invoice, in currency"),
  payment_amount: amount.describe("Confirmed so far, in payer_currency"),
  payment_amount_usd: z.string().describe("The same in US dollars"),
  merchant_amount: amount.nullable().describe("Credited after commission; before payment, what will be"),
  commission: amount.nullable().describe("Kept by the gateway"),
  is_final: z.boolean().describe("Nothing is awaited any more"),
  status: z.enum(INVOICE_STATUSES),
  from: z.string().nullable().describe("Where it was paid from"),
  wallet_address_uuid: z.uuid().nullable().describe("The static wallet's uuid; null for an invoice"),
  network: z.string().nullable().describe("Network code in lower case"),
  currency: z.string().describe("Of the invoice"),
  payer_currency: z.string().nullable().describe("What it was paid in"),
  additional_data: z.string().nullable().describe("As given at creation"),
  convert,
  txid: z.string().nullable().describe("Null until a transaction is known, and when it was marked as paid by hand"),
  sign,
});

const payoutWebhook = z.strictObject({
  type: z.literal("payout"),
  uuid: z.uuid(),
  order_id: z.string(),
  amount: amount.describe("Of the payout, in currency"),
  merchant_amount: amount.describe("Taken from the balance, all fees included"),
  commission: amount,
  is_final: z.boolean(),
  status: z.enum(["process", "check", "paid", "fail", "cancel", "system_fail"]),
  txid: z.string().nullable(),
  currency: z.string(),
  network: z.string().describe("Network code in lower case"),
  payer_currency: z.string().describe("The coin that is sent"),
  payer_amount: amount.describe("How much of it"),
  sign,
});

const recurrenceWebhook = z.strictObject({
  type: z.literal("recurrence"),
  uuid: z.uuid().describe("Of the plan"),
  order_id: z.string().nullable().describe("Of the plan"),
  name: z.string().describe("Of the plan"),
  event: z
    .enum(["accepted", "cancelled", ...PERIOD_STATES.map((state) => `period_${state}` as const)])
    .describe("What has happened: to the whole plan, or the state that a period came into"),
  is_final: z.boolean().describe("The plan has ended"),
  status: z.enum(RECURRENCE_STATUSES),
  amount: amount.describe("Of each period before the discount, in currency"),
  currency: z.string(),
  payer_currency: z.string().nullable().describe("The coin that every period is paid in; null when the payer chooses"),
  period: z.enum(RECURRENCE_INTERVALS),
  period_number: z.int().nullable().describe("1 for the first; this and what follows null unless it is about a period"),
  period_state: z.enum(PERIOD_STATES).nullable(),
  period_amount: amount.nullable().describe("What the period costs, in currency"),
  period_starts_at: z.string().nullable().describe("ISO 8601 at +03:00"),
  period_grace_ends_at: z.string().nullable().describe("Until then it may be paid; ISO 8601 at +03:00"),
  payment_uuid: z.uuid().nullable().describe("The period's payment; payment/info finds it"),
  failure: z.string().nullable().describe("Why no payment could be made for the period"),
  next_period_at: z.string().nullable().describe("When the next period begins; ISO 8601 at +03:00"),
  additional_data: z.string().nullable().describe("As given at creation"),
  sign,
});

/** By the value of their `type`; `payment` and `wallet` have the same members. */
export const WEBHOOK_PAYLOADS = { payment: paymentWebhook, payout: payoutWebhook, recurrence: recurrenceWebhook };
