"use client";

import { Check } from "lucide-react";
import { useState } from "react";
import { KIND_LABELS } from "@/components/delivery/webhooks/webhook-labels";
import { Button } from "@/components/ui/button";
import { SearchField } from "@/components/ui/search-field";
import { useFound } from "@/components/ui/use-found";
import { useSettled } from "@/lib/fronts/client/use-settled";
import type { FoundView, SearchKind } from "@/lib/fronts/dashboard/search-schema";

export type ObjectPickerProps = {
  readonly kind: SearchKind;
  readonly chosenId: string | null;
  readonly onChoose: (id: string | null) => void;
  readonly statusWords: StatusWords;
};

/** Badge labels by kind and status, passed in because the badges belong to a higher layer. */
export type StatusWords = Readonly<Record<SearchKind, Readonly<Record<string, string>>>>;

/** Finds a real invoice, wallet or payout for a test. */
export function ObjectPicker({ kind, chosenId, onChoose, statusWords }: ObjectPickerProps) {
  const [text, setText] = useState(chosenId ?? "");
  const settled = useSettled(text);
  const { data, isFetching } = useFound(settled ?? "", kind);
  const chosen = data?.items.find(({ id }) => id === chosenId);
  const label = (KIND_LABELS[kind] ?? kind).toLowerCase();
  if (chosenId !== null) {
    return (
      <div className="flex items-center justify-between gap-3 rounded-control border border-line px-3 py-2">
        <span className="flex min-w-0 items-center gap-2">
          <Check aria-hidden className="size-4 shrink-0 text-good" />
          <span className="truncate text-small">
            {chosen ? <Found found={chosen} words={statusWords} /> : chosenId}
          </span>
        </span>
        <Button size="small" onClick={() => onChoose(null)}>
          Change
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      <SearchField
        label={`Find the ${label}`}
        placeholder={`Find the ${label}: order ID, UUID, address or transaction`}
        value={text}
        onChange={setText}
      />
      {data && (
        <ul className="divide-y divide-line rounded-control border border-line empty:hidden">
          {data.items.map((found) => (
            <li key={found.id}>
              <button
                type="button"
                onClick={() => onChoose(found.id)}
                className="block w-full px-3 py-2 text-left text-small hover:bg-sunken"
              >
                <Found found={found} words={statusWords} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {data?.items.length === 0 && !isFetching && (
        <p role="status" className="text-small text-ink-soft">
          No results.
        </p>
      )}
    </div>
  );
}

function Found({ found, words }: { found: FoundView; words: StatusWords }) {
  return (
    <>
      <span className="font-medium">{found.orderId}</span>{" "}
      <span className="text-ink-soft">
        {found.detail}, {words[found.kind][found.status] ?? found.status}
      </span>
    </>
  );
}
