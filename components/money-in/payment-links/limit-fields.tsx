"use client";

import { DayInput } from "@/components/ui/day-field";
import { Field } from "@/components/ui/field";
import { FormFields } from "@/components/ui/form-fields";
import type { FormPart } from "@/components/ui/use-checked-form";
import { useTimeZone } from "@/components/ui/use-time-zone";

type Limits = { readonly stock: string; readonly useLimit: string; readonly endsAt: string };

/**
 * How much a link sells, and until when. The end is midnight after the chosen day, on this device.
 */
export function LimitFields({ part }: { part: FormPart<Limits> }) {
  const { endsAt } = part.form;
  const zone = useTimeZone(null);
  return (
    <>
      <FormFields
        {...part}
        fields={[
          {
            name: "stock",
            kind: "whole",
            label: "Stock",
            isOptional: true,
            hint: "Pieces sold in total. Unpaid ones become available again when their invoice expires.",
          },
          {
            name: "useLimit",
            kind: "whole",
            label: "Maximum orders",
            isOptional: true,
            hint: "Orders accepted in total. Unpaid ones don't count once their invoice expires.",
          },
        ]}
      />
      <Field
        label="Last day"
        isOptional
        error={part.wrong.endsAt}
        hint={
          zone === null
            ? "Closes at the end of this day."
            : `Closes at the end of this day, in ${zone.replaceAll("_", " ")}.`
        }
      >
        {(control) => (
          <DayInput
            {...control}
            value={endsAt === "" ? null : lastDayOf(endsAt)}
            onChange={(day) => part.change({ endsAt: day === null ? "" : endOf(day) })}
          />
        )}
      </Field>
    </>
  );
}

function endOf(day: string): string {
  const end = new Date(`${day}T00:00`);
  end.setDate(end.getDate() + 1);
  return Number.isNaN(end.getTime()) ? "" : end.toISOString();
}

/** The day on this device of the last millisecond before the end. */
function lastDayOf(endsAt: string): string {
  const last = new Date(new Date(endsAt).getTime() - 1);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${last.getFullYear()}-${two(last.getMonth() + 1)}-${two(last.getDate())}`;
}
