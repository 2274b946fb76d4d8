/**
 * Splits a list into chunks of `size` elements, in order; the last may be shorter. For batches of
 * queries, statements or time.
 */
export function chunk<Element>(list: readonly Element[], size: number): readonly (readonly Element[])[] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, part) => list.slice(part * size, (part + 1) * size));
}
