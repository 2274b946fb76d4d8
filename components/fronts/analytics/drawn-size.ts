/**
 * Converts an amount to the length of a bar: a size on the screen, never an amount again. Every
 * displayed number comes from the text.
 */
export function drawnSize(amount: string): number {
  return Number.parseFloat(amount);
}

// tidy-ignore: the axis of a chart, which has no room for amounts
const COMPACT = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 2 });

/**
 * Label of an axis: precise enough that steps of 350 read 700, 1.05K, 1.4K, and not 1.1K between
 * them.
 */
export function axisLabel(size: number): string {
  return COMPACT.format(size);
}
