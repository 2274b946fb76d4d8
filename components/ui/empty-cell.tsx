export type EmptyCellProps = { readonly text?: string };

/** A missing value in a table. On a phone, where a row is a card, its line is omitted. */
export function EmptyCell({ text = "–" }: EmptyCellProps) {
  return (
    <span data-nothing className="text-ink-quiet">
      {text}
    </span>
  );
}
