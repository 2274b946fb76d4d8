import { Specimen } from "@/components/fronts/design/specimen";

const SIZES = [
  ["text-hero", "30 / 38", "font-semibold tracking-tight"],
  ["text-page", "24 / 32", "font-semibold tracking-tight"],
  ["text-figure", "22 / 30", "font-semibold tracking-tight"],
  ["text-title", "16 / 24", "font-semibold tracking-tight"],
  ["text-body", "14 / 22", ""],
  ["text-small", "13 / 20", "text-ink-soft"],
  ["text-label", "12 / 16", "text-ink-quiet"],
] as const;

const SPACES = ["gap-1", "gap-2", "gap-3", "gap-4", "gap-5", "gap-6"] as const;

/** The seven text sizes, the digits, and the spacing steps. */
export function TypeSpecimens() {
  return (
    <>
      <Specimen name="Sizes of text" note="Size / line height in pixels. Nothing else is used.">
        {SIZES.map(([name, size, looks]) => (
          <p key={name} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className={`${name} ${looks}`}>Send exactly 0.0186 ETH</span>
            <span className="text-label text-ink-quiet">
              {name}, {size}
            </span>
          </p>
        ))}
      </Specimen>
      <Specimen name="Figures" note="Tabular in columns; monospace for data from a chain.">
        <p className="tabular-nums">
          1,111.11
          <br />
          8,888.88
        </p>
        <p className="break-all font-mono text-small">0x8576aCC5C05D6Ce88f4e49bf65BdF0C62F91353C</p>
      </Specimen>
      <Specimen name="Spacing" note="Steps of four pixels.">
        {SPACES.map((space) => (
          <div key={space} className={`flex items-center ${space}`}>
            <span className="size-4 rounded bg-accent" />
            <span className="size-4 rounded bg-accent" />
            <span className="text-label text-ink-quiet">{space}</span>
          </div>
        ))}
      </Specimen>
    </>
  );
}
