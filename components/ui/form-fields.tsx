"use client";

import { Checkbox } from "@/components/ui/checkbox";
import { classNames } from "@/components/ui/class-names";
import type { FieldProps } from "@/components/ui/field";
import { type Choice, SelectField } from "@/components/ui/select-field";
import { TextArea, type TextAreaProps } from "@/components/ui/text-area";
import { TextField, type TextFieldProps } from "@/components/ui/text-field";
import type { FormPart } from "@/components/ui/use-checked-form";

type Labels<Name> = Pick<FieldProps, "label" | "hint"> & {
  /** Which value of the form it shows and changes. */
  readonly name: Name;
  /** In a grid of two columns: over both of them. */
  readonly isWide?: boolean;
};

type TextEntry<Name> = Labels<Name> & Pick<TextFieldProps, "kind" | "placeholder" | "suggestions" | "isOptional">;

/** Of several lines. */
type AreaEntry<Name> = Labels<Name> &
  Pick<TextAreaProps, "placeholder" | "isOptional"> &
  Required<Pick<TextAreaProps, "kind">>;

type CheckEntry<Name> = Labels<Name> & { readonly kind: "check" };

type ChoiceEntry<Name, Value extends string, Form> = Labels<Name> & {
  readonly kind: "choice";
  readonly choices: readonly Choice<Value>[];
  readonly blank?: string;
  /** What else of the form changes with what is chosen. */
  alsoChange?(chosen: Value): Partial<Form>;
};

/** Names of the values that may be any text. */
type TextName<Form> = {
  [Name in keyof Form]-?: [string, Form[Name]] extends [Form[Name], string | undefined] ? Name : never;
}[keyof Form];

type CheckName<Form> = { [Name in keyof Form]-?: Form[Name] extends boolean ? Name : never }[keyof Form];

type FormChoice<Form> = {
  [Name in keyof Form]-?: Form[Name] extends string ? ChoiceEntry<Name, Form[Name], Form> : never;
}[keyof Form];

/** A field as data: which value of the form it changes, in which way, and what is said of it. */
export type FormField<Form> =
  | TextEntry<TextName<Form>>
  | AreaEntry<TextName<Form>>
  | CheckEntry<CheckName<Form>>
  | FormChoice<Form>;

export type FormFieldsProps<Form> = FormPart<Form> & { readonly fields: readonly FormField<NoInfer<Form>>[] };

/** Draws the fields of a form, bound to it. */
export function FormFields<Form extends object>({ fields, form, wrong, change }: FormFieldsProps<Form>) {
  const values = new Map<string, unknown>(Object.entries(form));
  // Which names and values fit which kind was checked where the list was written.
  return (fields as readonly AnyField[]).map((field) => (
    <div key={field.name} className={classNames("min-w-0", field.isWide && "sm:col-span-2")}>
      <OneField
        field={field}
        value={values.get(field.name)}
        error={wrong[field.name]}
        change={(part) => change(part as Partial<Form>)}
      />
    </div>
  ));
}

/** What is left of a field's type where its form is not known. */
type AnyField = TextEntry<string> | AreaEntry<string> | CheckEntry<string> | ChoiceEntry<string, string, object>;

type OneFieldProps = {
  readonly field: AnyField;
  readonly value: unknown;
  readonly error: string | undefined;
  readonly change: (part: object) => void;
};

function OneField({ field, value, error, change }: OneFieldProps) {
  const text = typeof value === "string" ? value : "";
  const set = (next: string | boolean) => change({ [field.name]: next });
  switch (field.kind) {
    case "check":
      return <Checkbox {...field} isChecked={value === true} onChange={set} />;
    case "choice": {
      const choose = (chosen: string) => change({ [field.name]: chosen, ...field.alsoChange?.(chosen) });
      return <SelectField {...field} value={text} error={error} onChange={choose} />;
    }
    case "paragraph":
    case "lines":
      return <TextArea {...field} value={text} error={error} onChange={set} />;
    default:
      return <TextField {...field} value={text} error={error} onChange={set} />;
  }
}
