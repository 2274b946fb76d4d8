import { type Decimal, ZERO } from "@/lib/money/decimal";

/** The most deposits that one top-up covers: it is credited in one transaction, whoever sends dust to the address. */
export const PARTS_MAX = 100;

/**
 * Which waiting deposits make a top-up together, in the order in which they were seen: each that reaches the minimum by itself is
 * one; smaller ones wait until their sum, with the one that comes, reaches it, and are one together. Of more than
 * {@link PARTS_MAX} the largest count and the others wait on. What is left below the minimum is in none.
 */
export function groupTopUps<Part extends { readonly amount: Decimal }>(
  waiting: readonly Part[],
  minimum: Decimal,
): Part[][] {
  const groups: Part[][] = [];
  let open: Part[] = [];
  let sum = ZERO;
  for (const part of waiting) {
    open.push(part);
    sum = sum.plus(part.amount);
    if (open.length > PARTS_MAX) sum = sum.minus(dropSmallest(open));
    if (sum.lt(minimum)) continue;
    groups.push(open);
    open = [];
    sum = ZERO;
  }
  return groups;
}

/** Takes the smallest part out, the newest of several; answers its amount. */
function dropSmallest(parts: { readonly amount: Decimal }[]): Decimal {
  const smallest = parts.reduce(
    (least, part, index) => (part.amount.lte(parts[least]?.amount ?? ZERO) ? index : least),
    0,
  );
  return parts.splice(smallest, 1)[0]?.amount ?? ZERO;
}
