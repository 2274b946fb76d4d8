import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { type FormField, FormFields } from "@/components/ui/form-fields";

type Form = {
  readonly network: string;
  readonly kind: "earnings" | "capital";
  readonly isEnabled: boolean;
  readonly memo?: string;
  readonly lifetime: number;
};

const KINDS = [
  { value: "earnings", label: "Earnings" },
  { value: "capital", label: "Capital" },
] as const;

const FIELDS: readonly FormField<Form>[] = [
  { name: "network", label: "Network", hint: "Where it goes." },
  { name: "kind", kind: "choice", label: "Kind", choices: KINDS, alsoChange: () => ({ network: "" }) },
  { name: "isEnabled", kind: "check", label: "Enabled", isWide: true },
  { name: "memo", kind: "paragraph", label: "Memo", isOptional: true },
];

test("fields show the values of their form, and the error of each", () => {
  const form: Form = { network: "eth", kind: "capital", isEnabled: true, memo: "Tea & milk", lifetime: 60 };
  const wrong = { network: "There is no such network." };
  const drawn = renderToStaticMarkup(
    createElement(FormFields<Form>, { fields: FIELDS, form, wrong, change: () => {} }),
  );
  expect(drawn).toMatch(/<input[^>]* value="eth"/);
  expect(drawn).toContain("There is no such network.");
  expect(drawn).not.toContain("Where it goes.");
  expect(drawn).toContain('<option value="capital" selected="">Capital</option>');
  expect(drawn).toMatch(/role="checkbox" aria-checked="true"/);
  expect(drawn).toMatch(/<textarea[^>]*>Tea &amp; milk<\/textarea>/);
});

test("a field that does not fit the type of its value does not compile", () => {
  const wrong: readonly FormField<Form>[] = [
    // @ts-expect-error there is no such value
    { name: "netwrok", label: "Network" },
    // @ts-expect-error yes or no is not typed
    { name: "isEnabled", label: "Enabled" },
    // @ts-expect-error a text is not yes or no
    { name: "network", kind: "check", label: "Network" },
    // @ts-expect-error one of a few texts is chosen
    { name: "kind", label: "Kind" },
    // @ts-expect-error a number is no text
    { name: "lifetime", kind: "whole", label: "Lifetime" },
    // @ts-expect-error the form cannot hold this choice
    { name: "kind", kind: "choice", label: "Kind", choices: [{ value: "fees", label: "Fees" }] },
    // @ts-expect-error there is no such value to change
    { name: "network", kind: "choice", label: "Network", choices: [], alsoChange: () => ({ coin: "ETH" }) },
  ];
  expect(wrong).toHaveLength(7);
});
