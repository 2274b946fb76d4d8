import { type ClassValue, clsx } from "clsx";

/**
 * Joins class names and drops falsy ones. Later ones do not override earlier ones: components offer
 * variants instead.
 */
export function classNames(...values: ClassValue[]): string {
  return clsx(values);
}
