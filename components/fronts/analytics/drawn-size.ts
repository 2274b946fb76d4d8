/**
 * How long a bar is for an amount: a size on the screen, never an amount again. Every figure that
 * is read comes from the text.
 */
export function drawnSize(amount: string): number {
  return Number.parseFloat(amount);
}

// tidy-ignore: the axis of a chart, which has no room for amounts
const COMPACT = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 2 });

/**
 * Beside the axis: fine enough that steps of 350 read 700, 1.05K, 1.4K, and not 1.1K between them.
 */
export function axisLabel(size: number): string {
  return COMPACT.format(size);
}
