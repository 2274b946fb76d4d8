import type { Reference } from "@/components/delivery/docs/reference-types";
import { routes } from "@/lib/fronts/paths/routes";

/** Pages of the reference and the places on them. Pure. */

export const CHAPTERS = [
  { id: "start", title: "Getting started" },
  { id: "signing", title: "Signing" },
  { id: "answers", title: "Responses and errors" },
  { id: "conventions", title: "Conventions" },
  { id: "limits", title: "Limits" },
  { id: "statuses", title: "Statuses" },
  { id: "webhooks", title: "Webhooks" },
] as const;

/** Returns the last part of the path of a group's page. */
export function slugOf(group: string): string {
  return group.toLowerCase().replace(/[^a-z]+/g, "-");
}

/** Returns the path of an operation, on the page of its group. */
export function operationPath({ id, group }: { readonly id: string; readonly group: string }): string {
  return `${routes.apiReference(slugOf(group))}#${id}`;
}

/** Returns the anchor of a parameter in the table of its operation. */
export function parameterId(operationId: string, name: string): string {
  return `${operationId}.${name}`;
}

/** A page of the reference as its table of contents lists it. */
export type ContentsPage = {
  readonly title: string;
  readonly path: string;
  readonly places: readonly { readonly id: string; readonly title: string }[];
};

/** Returns the pages of the reference: the guide, and one of each group of operations. */
export function pagesOf({ groups }: Pick<Reference, "groups">): readonly ContentsPage[] {
  return [
    { title: "Guide", path: routes.apiReference(), places: CHAPTERS },
    ...groups.map(({ name, operations }) => ({
      title: name,
      path: routes.apiReference(slugOf(name)),
      places: operations.map(({ id, title }) => ({ id, title })),
    })),
  ];
}
