/** Series of a chart, distinguished by colour and by pattern: the largest five and all others. */
export const SERIES_MAX = 5;

const PATTERNS = [null, "M0 8 L8 0", "M0 4 H8", "M0 0 L8 8", "M4 0 V8", "M0 4 H8 M4 0 V8"] as const;

function patternOf(index: number): string | null {
  return PATTERNS[Math.min(index, SERIES_MAX)] ?? null;
}

export function seriesColour(index: number): string {
  return `var(--series-${Math.min(index, SERIES_MAX) + 1})`;
}

/** Returns the fill of a series; `chartId` distinguishes two charts on a page. */
export function seriesFill(chartId: string, index: number): string {
  return patternOf(index) === null ? seriesColour(index) : `url(#${chartId}-${Math.min(index, SERIES_MAX)})`;
}

/** Pattern definitions; placed in a chart's svg before its shapes. */
export function SeriesPatterns({ chartId }: { chartId: string }) {
  return (
    <defs>
      {PATTERNS.map((path, index) =>
        path === null ? null : (
          <pattern key={path} id={`${chartId}-${index}`} width="8" height="8" patternUnits="userSpaceOnUse">
            <rect width="8" height="8" fill={seriesColour(index)} />
            <path d={path} stroke="var(--surface)" strokeWidth="1.25" strokeOpacity="0.45" />
          </pattern>
        ),
      )}
    </defs>
  );
}

/** A swatch beside a name. */
export function SeriesMark({ index }: { index: number }) {
  const path = patternOf(index);
  return (
    <svg aria-hidden viewBox="0 0 8 8" className="size-3 shrink-0 rounded-[3px]">
      <rect width="8" height="8" fill={seriesColour(index)} />
      {path && <path d={path} stroke="var(--surface)" strokeWidth="1.25" strokeOpacity="0.7" />}
    </svg>
  );
}
