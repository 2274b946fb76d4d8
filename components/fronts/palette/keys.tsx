/** Keys to press in sequence. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="hidden shrink-0 gap-1 sm:inline-flex">
      {keys.map((key, place) => (
        <kbd
          // biome-ignore lint/suspicious/noArrayIndexKey: a key may be pressed twice, and its place is what it is
          key={place}
          className="min-w-5 rounded border border-line-strong/60 px-1 text-center font-sans text-label text-ink-soft"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}
