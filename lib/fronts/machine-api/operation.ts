import type { z } from "zod";
import type { ApiKeyKind } from "@/lib/generated/prisma/client";

/** Headings of the reference page, in its order. */
export const OPERATION_GROUPS = [
  "Invoices",
  "Static wallets",
  "Recurring payments",
  "Payouts",
  "Transfers",
  "Discounts",
  "Webhooks",
  "Balance and rates",
] as const;

export type OperationGroup = (typeof OPERATION_GROUPS)[number];

/**
 * One operation of the machine API as data. The handler, the reference page, `/openapi.json` and
 * the tests all use it, so none of them can differ.
 */
export type Operation<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> = {
  readonly method: "POST" | "GET";
  /** With path parameters in braces, for example `/v1/exchange-rate/{currency}/list`. */
  readonly path: `/v1/${string}` | `/v2/${string}`;
  readonly group: OperationGroup;
  /** Verb and noun, for example `Create an invoice`. */
  readonly title: string;
  /** What it does, in a few plain sentences. */
  readonly description: string;
  /** The kinds of key that may sign it; none: it is public. */
  readonly keys: readonly ApiKeyKind[];
  readonly input: Input;
  readonly output: Output;
  /**
   * Has members that are JSON numbers with every digit: uses the lossless serializer, which is
   * slower.
   */
  readonly hasWireNumbers?: boolean;
  /**
   * Its own error `message` texts, in addition to those of every operation; `<min>` and the like
   * are placeholders.
   */
  readonly refusals: readonly string[];
  /**
   * Shown in the reference and verified by a test: the request passes `input`, the result passes
   * `output`.
   */
  readonly example: { readonly request: Readonly<Record<string, unknown>>; readonly result: unknown };
};

/** Preserves the types of `input` and `output` while checking the rest. */
export function defineOperation<Input extends z.ZodType, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
): Operation<Input, Output> {
  return operation;
}
