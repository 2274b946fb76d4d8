"use client";

import { useState } from "react";
import { z } from "zod";
import { Row, Specimen } from "@/components/fronts/design/specimen";
import { Checkbox } from "@/components/ui/checkbox";
import { DayField, DayInput } from "@/components/ui/day-field";
import { Field } from "@/components/ui/field";
import { FilterBar } from "@/components/ui/filter-bar";
import { FilterTabs } from "@/components/ui/filter-tabs";
import { FormFields } from "@/components/ui/form-fields";
import { Input } from "@/components/ui/input";
import { NarrowList } from "@/components/ui/narrow-list";
import { ORDER_ID, WEBHOOK } from "@/components/ui/order-fields";
import { SearchField } from "@/components/ui/search-field";
import { Select } from "@/components/ui/select";
import { SelectField } from "@/components/ui/select-field";
import { TextArea } from "@/components/ui/text-area";
import { TextField } from "@/components/ui/text-field";
import { TotalsLine } from "@/components/ui/totals-line";
import { useCheckedForm } from "@/components/ui/use-checked-form";

const CHOICES = [
  { value: "a", label: "Binance Smart Chain" },
  { value: "b", label: "A network with a name that is longer than the field is wide" },
] as const;
const TABS = [
  { value: "all", label: "All", count: "999+" },
  { value: "open", label: "Waiting", count: "7" },
  { value: "done", label: "Paid", count: "999+" },
] as const;
const NOT_NARROWED = { coin: null, network: null, currency: null, kind: null, from: null, to: null } as const;
const TOTALS = { rows: 12, sums: [{ currency: "USDT", amount: "1250.5" }], receivedUsd: null };
const nothing = () => undefined;

/** Form fields. */
export function FieldSpecimens() {
  const [text, setText] = useState("");
  const [isChecked, setChecked] = useState(true);
  const [choice, setChoice] = useState<"a" | "b">("a");
  const [day, setDay] = useState<string | null>(null);
  const [tab, setTab] = useState<"all" | "open" | "done">("all");
  const part = useCheckedForm(z.object({}), () => ({ orderId: "order-1", urlCallback: "" }));
  return (
    <>
      <Specimen name="TextField" note="Label above, hint or error below.">
        <TextField label="Empty" hint="What it is for." placeholder="Placeholder" value={text} onChange={setText} />
        <TextField label="Optional" isOptional kind="url" value="" onChange={nothing} />
        <TextField label="Amount" kind="amount" value="12843.07" onChange={nothing} />
        <TextField
          label="Wrong"
          kind="address"
          value="0x8576aCC5C05D6Ce88f4e49bf65BdF0C62F91353D"
          error="The checksum does not fit: a letter was mistyped."
          onChange={nothing}
        />
      </Specimen>
      <Specimen name="Field, Input, DayInput, Select" note="The parts of the other fields, for custom controls.">
        <Field label="Disabled" hint="Nothing can be typed here now.">
          {(control) => <Input {...control} disabled defaultValue="As it is" />}
        </Field>
        <Field label="A day, its parts">{(control) => <DayInput {...control} value={day} onChange={setDay} />}</Field>
        <Field label="Wrong choice" error="Choose one of them.">
          {(control) => (
            <Select {...control} defaultValue="">
              <option value="">None</option>
            </Select>
          )}
        </Field>
      </Specimen>
      <Specimen name="SelectField, DayField, TextArea">
        <SelectField label="Network" value={choice} choices={CHOICES} onChange={setChoice} />
        <SelectField label="Nothing chosen" value="" blank="Choose a network" choices={CHOICES} onChange={setChoice} />
        <DayField label="A day" value={day} onChange={setDay} />
        <TextArea label="Note" hint="For yourself." value={text} onChange={setText} />
        <TextArea label="Lines" kind="lines" value={"https://a.example\nhttps://b.example"} onChange={nothing} />
      </Specimen>
      <Specimen
        name="FormFields"
        note="The fields of a form as data, bound to its values. Dialogs take such a list as well."
      >
        <FormFields
          {...part}
          fields={[ORDER_ID, { ...WEBHOOK, hint: "Receives a signed event on each status change." }]}
        />
      </Specimen>
      <Specimen name="Checkbox">
        <Checkbox label="Checked or not" hint="With a hint below." isChecked={isChecked} onChange={setChecked} />
        <Row>
          <Checkbox label="Disabled" isChecked={false} isDisabled onChange={nothing} />
          <Checkbox label="Disabled, checked" isChecked isDisabled onChange={nothing} />
        </Row>
      </Specimen>
      <Specimen
        name="FilterBar, FilterTabs, SearchField, NarrowList, TotalsLine"
        note="Above lists; the choice is kept in the address bar."
      >
        <FilterBar
          tabs={{ label: "Status", value: tab, choices: TABS, onChange: setTab }}
          search={{
            label: "Search",
            placeholder: "Order ID",
            value: text,
            onChange: async (typed) => setText(typed ?? ""),
          }}
        />
        <FilterTabs label="Alone" value={tab} choices={TABS} onChange={setTab} />
        <SearchField label="Search alone" placeholder="Order ID, UUID" value={text} onChange={setText} />
        <Row>
          <NarrowList ways={{ network: CHOICES }} narrowed={NOT_NARROWED} onNarrow={nothing} />
        </Row>
        <TotalsLine many="payouts" label="Sent" totals={TOTALS} />
      </Specimen>
    </>
  );
}
