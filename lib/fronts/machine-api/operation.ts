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
 * One operation of the machine API as data: what the handler checks, what the reference page and
 * `/openapi.json` say, and what the tests call are all read from here, so that none of them can
 * differ.
 */
export type Operation<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> = {
  readonly method: "POST" | "GET";
  /** With parameters of the path in braces, for example `/v1/exchange-rate/{currency}/list`. */
  readonly path: `/v1/${string}` | `/v2/${string}`;
  readonly group: OperationGroup;
  /** Verb and noun, for example `Create an invoice`. */
  readonly title: string;
  /** What it promises, in a few plain sentences. */
  readonly description: string;
  /** Which of the merchant's keys may sign it; none: it is public. */
  readonly keys: readonly ApiKeyKind[];
  readonly input: Input;
  readonly output: Output;
  /**
   * Members whose values are JSON numbers with every digit: written by the lossless writer, which
   * is slower.
   */
  readonly hasWireNumbers?: boolean;
  /**
   * Texts of `message` that it may refuse with, beside those of every operation; `<min>` and the
   * like stand for values.
   */
  readonly refusals: readonly string[];
  /**
   * Shown in the reference and proven by a test: the request passes `input`, the result passes
   * `output`.
   */
  readonly example: { readonly request: Readonly<Record<string, unknown>>; readonly result: unknown };
};

/** Keeps the types of `input` and `output` while checking the rest. */
export function defineOperation<Input extends z.ZodType, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
): Operation<Input, Output> {
  return operation;
}
