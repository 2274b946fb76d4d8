import { Field, type FieldProps } from "@/components/ui/field";
import { Select } from "@/components/ui/select";

export type Choice<Value extends string = string> = { readonly value: Value; readonly label: string };

export type SelectFieldProps<Value extends string> = Omit<FieldProps, "children"> & {
  readonly value: NoInfer<Value> | "";
  readonly choices: readonly Choice<Value>[];
  /** Label of the empty option; without it the first option is selected. */
  readonly blank?: string;
  readonly onChange: (value: Value) => void;
};

/** A select with its label. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { value, choices, blank, onChange, ...field } = props;
  const choose = (chosen: string) => {
    const found = choices.find((choice) => choice.value === chosen);
    if (found !== undefined) onChange(found.value);
  };
  return (
    <Field {...field}>
      {(control) => (
        <Select {...control} value={value} onChange={(event) => choose(event.target.value)}>
          {blank !== undefined && (
            <option value="" disabled>
              {blank}
            </option>
          )}
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
