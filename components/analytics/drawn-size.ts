/** How long a bar is for an amount: a size on the screen, never an amount again. Every figure that is read comes from the text. */
export function drawnSize(amount: string): number {
  return Number.parseFloat(amount);
}

const COMPACT = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** Beside the axis. */
export function axisWord(size: number): string {
  return COMPACT.format(size);
}
