export type EmptyCellProps = { readonly text?: string };

/** In a table: there is none of it. On a phone, where a row is a card, its line is left out. */
export function EmptyCell({ text = "–" }: EmptyCellProps) {
  return (
    <span data-nothing className="text-ink-quiet">
      {text}
    </span>
  );
}
