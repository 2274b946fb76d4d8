"use client";

import { debounce } from "nuqs";
import type { AuditFilterState } from "@/components/people/audit/use-audit-filter";
import { DayField } from "@/components/ui/day-field";
import { DayZone } from "@/components/ui/day-zone";
import { Field } from "@/components/ui/field";
import { SearchField } from "@/components/ui/search-field";
import { Select } from "@/components/ui/select";
import { AUDIT_KINDS } from "@/lib/kernel/audit-log/actions";
import type { AuditPerson } from "@/lib/kernel/audit-log/schema";

const SEARCH_PAUSE_MS = 300;

export type AuditFilterBarProps = { readonly filter: AuditFilterState; readonly people: readonly AuditPerson[] };

/** Filters by user, action and time. */
export function AuditFilterBar({ filter, people }: AuditFilterBarProps) {
  return (
    <>
      <div className="mb-2 grid grid-cols-2 items-end gap-3 lg:grid-cols-[repeat(4,minmax(0,1fr))_minmax(0,1.6fr)]">
        <Field label="Person">
          {(control) => (
            <Select {...control} value={filter.person} onChange={(event) => filter.choosePerson(event.target.value)}>
              <option value="">Everyone</option>
              {people.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Object">
          {(control) => (
            <Select {...control} value={filter.kind} onChange={(event) => filter.chooseKind(event.target.value)}>
              <option value="">All changes</option>
              {Object.entries(AUDIT_KINDS).map(([kind, label]) => (
                <option key={kind} value={kind}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <DayField label="From" value={filter.from} onChange={filter.chooseFrom} />
        <DayField label="To" value={filter.to} onChange={filter.chooseTo} />
        <div className="col-span-2 lg:col-span-1">
          <SearchField
            label="Search the audit log"
            placeholder="Full ID of an object"
            value={filter.search}
            onChange={(typed) => filter.searchFor(typed, { limitUrlUpdates: debounce(SEARCH_PAUSE_MS) })}
          />
        </div>
      </div>
      <DayZone className="mb-4" />
    </>
  );
}
