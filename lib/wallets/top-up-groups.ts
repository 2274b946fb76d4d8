import { type Decimal, ZERO } from "@/lib/money/decimal";

/**
 * Which waiting deposits make a top-up together, in the order in which they were seen: each that reaches the minimum by itself is
 * one; smaller ones wait until their sum, with the one that comes, reaches it, and are one together. What is left below the minimum
 * is in none.
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
    if (sum.lt(minimum)) continue;
    groups.push(open);
    open = [];
    sum = ZERO;
  }
  return groups;
}
