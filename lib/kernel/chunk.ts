/**
 * The parts of a list in its order, each of `size` elements but for the last: what a question, a
 * statement or a minute has room for.
 */
export function chunk<Element>(list: readonly Element[], size: number): readonly (readonly Element[])[] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, part) => list.slice(part * size, (part + 1) * size));
}
