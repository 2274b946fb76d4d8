"use client";

import { classNames } from "@/components/ui/class-names";
import { Field, type FieldProps } from "@/components/ui/field";
import { CONTROL_CLASSES } from "@/components/ui/input";
import { useHydratedInput } from "@/components/ui/use-hydrated-input";

const ROWS_MIN = 3;
const ROWS_MAX = 12;

export type TextAreaProps = Omit<FieldProps, "children"> & {
  /** `lines`: one item per line, such as addresses, without wrapping or autocorrection. */
  readonly kind?: "paragraph" | "lines";
  readonly value: string;
  readonly placeholder?: string;
  readonly onChange: (value: string) => void;
};

const KINDS = {
  paragraph: { className: "" },
  lines: {
    wrap: "off",
    spellCheck: false,
    autoCapitalize: "off",
    autoCorrect: "off",
    className: "font-mono text-label",
  },
} as const;

/** A multiline input with its label, growing with its content up to a limit. */
export function TextArea({ kind = "paragraph", value, placeholder, onChange, ...field }: TextAreaProps) {
  const { className, ...attributes } = KINDS[kind];
  const area = useHydratedInput<HTMLTextAreaElement>(value, onChange);
  const lineCount = value.split("\n").length;
  return (
    <Field {...field}>
      {(control) => (
        <textarea
          {...attributes}
          {...control}
          ref={area}
          rows={Math.min(ROWS_MAX, Math.max(ROWS_MIN, lineCount))}
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={classNames(CONTROL_CLASSES, "resize-y py-2", className)}
        />
      )}
    </Field>
  );
}
