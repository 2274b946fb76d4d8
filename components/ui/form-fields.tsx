"use client";

import { Checkbox } from "@/components/ui/checkbox";
import { classNames } from "@/components/ui/class-names";
import type { FieldProps } from "@/components/ui/field";
import { type Choice, SelectField } from "@/components/ui/select-field";
import { TextArea, type TextAreaProps } from "@/components/ui/text-area";
import { TextField, type TextFieldProps } from "@/components/ui/text-field";
import type { FormPart } from "@/components/ui/use-checked-form";

type Labels<Name> = Pick<FieldProps, "label" | "hint"> & {
  /** The form value that it shows and changes. */
  readonly name: Name;
  /** In a grid of two columns: spans both. */
  readonly isWide?: boolean;
};

type TextEntry<Name> = Labels<Name> & Pick<TextFieldProps, "kind" | "placeholder" | "suggestions" | "isOptional">;

/** Multiline. */
type AreaEntry<Name> = Labels<Name> &
  Pick<TextAreaProps, "placeholder" | "isOptional"> &
  Required<Pick<TextAreaProps, "kind">>;

type CheckEntry<Name> = Labels<Name> & { readonly kind: "check" };

type ChoiceEntry<Name, Value extends string, Form> = Labels<Name> & {
  readonly kind: "choice";
  readonly choices: readonly Choice<Value>[];
  readonly blank?: string;
  /** Other form values that change with the choice. */
  alsoChange?(chosen: Value): Partial<Form>;
};

/** Names of the values that accept any text. */
type TextName<Form> = {
  [Name in keyof Form]-?: [string, Form[Name]] extends [Form[Name], string | undefined] ? Name : never;
}[keyof Form];

type CheckName<Form> = { [Name in keyof Form]-?: Form[Name] extends boolean ? Name : never }[keyof Form];

type FormChoice<Form> = {
  [Name in keyof Form]-?: Form[Name] extends string ? ChoiceEntry<Name, Form[Name], Form> : never;
}[keyof Form];

/** A field as data: the form value it changes, its kind, and its labels. */
export type FormField<Form> =
  | TextEntry<TextName<Form>>
  | AreaEntry<TextName<Form>>
  | CheckEntry<CheckName<Form>>
  | FormChoice<Form>;

export type FormFieldsProps<Form> = FormPart<Form> & { readonly fields: readonly FormField<NoInfer<Form>>[] };

/** Renders the fields of a form, bound to it. */
export function FormFields<Form extends object>({ fields, form, wrong, change }: FormFieldsProps<Form>) {
  const values = new Map<string, unknown>(Object.entries(form));
  // The list's type has already checked which names and values fit which kind.
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

/** A field's type without its form's type. */
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
