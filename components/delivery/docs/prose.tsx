/** Text with `code` between backticks. */
export function Prose({ text }: { text: string }) {
  const parts = text.split(/`([^`]+)`/);
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <code key={index} className="rounded bg-sunken px-1 py-0.5 font-mono text-[0.92em] wrap-anywhere">
        {part}
      </code>
    ),
  );
}
