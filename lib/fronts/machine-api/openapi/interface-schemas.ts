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
  /** Schemas shared by several operations, and those of errors, by name. */
  readonly components: Readonly<Record<string, JsonSchema>>;
  /** Schemas of webhooks, by kind. */
  readonly webhooks: Readonly<Record<string, JsonSchema>>;
};

/** Builds all schemas of the API, with a description of every name. */
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
 * Adds a rule that zod hides in a refinement: at least one of some parameters is required (`uuid`
 * or `order_id`). Derived from the type: it rejects the example without its optional parameters,
 * and the error codes name the alternatives.
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
 * Payloads of webhooks, with members in byte order, for the documentation and for tests that
 * compare payloads with it. Amounts are text with 8 decimals.
 */

const amount = z.string();
const sign = z
  .string()
  .describe("Lowercase hex MD5 of: base64 of the body's bytes without this member, followed by the key");

const convert = z
  .strictObject({
    to_currency: z.string(),
    commission: amount.nullable().describe("Conversion fee, in to_currency"),
    rate: amount.describe("Units of to_currency for one of payer_currency"),
    amount: amount.describe("Added to the balance in to_currency, after all fees"),
  })
  .optional()
  .describe("Present only if the merchant converts payer_currency");

const paymentWebhook = z.strictObject({
  type: z.enum(["payment", "wallet"]).describe("`wallet` for a top-up of a static wallet"),
  uuid: z.uuid().describe("uuid of the invoice or top-up; both can be retrieved with payment/info"),
  order_id: z.string().describe("Order ID of the invoice or wallet"),
  amount: amount.describe("Invoice amount, in currency"),
  payment_amount: amount.describe("Confirmed amount so far, in payer_currency"),
  payment_amount_usd: z.string().describe("payment_amount in US dollars"),
  merchant_amount: amount.nullable().describe("Amount credited after commission; before payment, the expected amount"),
  commission: amount.nullable().describe("Commission of the gateway"),
  is_final: z.boolean().describe("Whether the status is final"),
  status: z.enum(INVOICE_STATUSES),
  from: z.string().nullable().describe("Sender's address"),
  wallet_address_uuid: z.uuid().nullable().describe("uuid of the static wallet; null for an invoice"),
  network: z.string().nullable().describe("Network code in lower case"),
  currency: z.string().describe("Invoice currency"),
  payer_currency: z.string().nullable().describe("Coin of the payment"),
  additional_data: z.string().nullable().describe("As given at creation"),
  convert,
  txid: z.string().nullable().describe("Null until a transaction is known, and if it was marked as paid manually"),
  sign,
});

const payoutWebhook = z.strictObject({
  type: z.literal("payout"),
  uuid: z.uuid(),
  order_id: z.string(),
  amount: amount.describe("Payout amount, in currency"),
  merchant_amount: amount.describe("Debited from the balance, including all fees"),
  commission: amount,
  is_final: z.boolean(),
  status: z.enum(["process", "check", "paid", "fail", "cancel", "system_fail"]),
  txid: z.string().nullable(),
  currency: z.string(),
  network: z.string().describe("Network code in lower case"),
  payer_currency: z.string().describe("Coin that is sent"),
  payer_amount: amount.describe("Amount sent, in payer_currency"),
  sign,
});

const recurrenceWebhook = z.strictObject({
  type: z.literal("recurrence"),
  uuid: z.uuid().describe("uuid of the plan"),
  order_id: z.string().nullable().describe("Order ID of the plan"),
  name: z.string().describe("Name of the plan"),
  event: z
    .enum(["accepted", "cancelled", ...PERIOD_STATES.map((state) => `period_${state}` as const)])
    .describe("Event of the plan, or the new state of a period"),
  is_final: z.boolean().describe("The plan has ended"),
  status: z.enum(RECURRENCE_STATUSES),
  amount: amount.describe("Price of each period before the discount, in currency"),
  currency: z.string(),
  payer_currency: z.string().nullable().describe("Coin in which each period is paid; null if the payer chooses"),
  period: z.enum(RECURRENCE_INTERVALS),
  period_number: z
    .int()
    .nullable()
    .describe("1 for the first period. This and the following fields are null unless the event is about a period"),
  period_state: z.enum(PERIOD_STATES).nullable(),
  period_amount: amount.nullable().describe("Price of the period, in currency"),
  period_starts_at: z.string().nullable().describe("ISO 8601 at +03:00"),
  period_grace_ends_at: z.string().nullable().describe("Payment deadline; ISO 8601 at +03:00"),
  payment_uuid: z.uuid().nullable().describe("uuid of the period's payment; can be retrieved with payment/info"),
  failure: z.string().nullable().describe("Why no payment could be created for the period"),
  next_period_at: z.string().nullable().describe("Start of the next period; ISO 8601 at +03:00"),
  additional_data: z.string().nullable().describe("As given at creation"),
  sign,
});

/** Keyed by `type`; `payment` and `wallet` have the same members. */
export const WEBHOOK_PAYLOADS = { payment: paymentWebhook, payout: payoutWebhook, recurrence: recurrenceWebhook };
