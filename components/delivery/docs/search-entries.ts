import { CHAPTERS, operationPath, parameterId } from "@/components/delivery/docs/places";
import type { Reference } from "@/components/delivery/docs/reference-types";
import { routes } from "@/lib/fronts/paths/routes";

/** The search of the reference: what can be found, and what matches. Pure. */

export type SearchEntry = {
  readonly kind: "Chapter" | "Operation" | "Parameter" | "Error" | "Validation code";
  readonly name: string;
  /** Where it belongs: the path of an operation, or the operation of a parameter. */
  readonly of: string;
  readonly path: string;
};

/** Lists everything that can be found, the most general first. */
export function searchEntriesOf({ groups, codes }: Pick<Reference, "groups" | "codes">): readonly SearchEntry[] {
  const operations = groups.flatMap((group) => group.operations);
  const answers = `${routes.apiReference()}#answers`;
  return [
    ...CHAPTERS.map(({ id, title }): SearchEntry => {
      return { kind: "Chapter", name: title, of: "Guide", path: `${routes.apiReference()}#${id}` };
    }),
    ...operations.map((operation): SearchEntry => {
      const { method, path, title } = operation;
      return { kind: "Operation", name: title, of: `${method} ${path}`, path: operationPath(operation) };
    }),
    ...operations.flatMap((operation) =>
      operation.parameters.map(({ name }): SearchEntry => {
        const path = operationPath({ ...operation, id: parameterId(operation.id, name) });
        return { kind: "Parameter", name, of: operation.title, path };
      }),
    ),
    ...operations.flatMap((operation) =>
      operation.refusals.map((name): SearchEntry => {
        return { kind: "Error", name, of: operation.title, path: operationPath(operation) };
      }),
    ),
    ...codes.map(({ name, meaning }): SearchEntry => {
      return { kind: "Validation code", name, of: meaning.replaceAll("`", ""), path: answers };
    }),
  ];
}

export const RESULTS_MAX = 12;

/**
 * Returns the first entries that contain every word of the text, those whose name begins with it
 * before the others.
 */
export function findEntries(entries: readonly SearchEntry[], text: string): readonly SearchEntry[] {
  const asked = text.trim().toLowerCase();
  const words = asked.split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) return [];
  const found = entries.filter(({ name, of }) => {
    const whole = `${name} ${of}`.toLowerCase();
    return words.every((word) => whole.includes(word));
  });
  const rank = ({ name }: SearchEntry) => {
    const lower = name.toLowerCase();
    return lower.startsWith(asked) ? 0 : words.every((word) => lower.includes(word)) ? 1 : 2;
  };
  return found.toSorted((a, b) => rank(a) - rank(b)).slice(0, RESULTS_MAX);
}
