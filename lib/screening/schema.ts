import { z } from "zod";

/** What the pages say and are told of screening lists. Safe for the browser. */

export const LIST_FORMATS = ["csv", "json"] as const;
export type ListFormat = (typeof LIST_FORMATS)[number];

const NAME_CHARACTERS_MAX = 64;
/** A million rows of the longest addresses, with room for notes. */
export const LIST_CHARACTERS_MAX = 160 * 1024 * 1024;

export const listName = z
  .string()
  .trim()
  .min(1, "Name the list.")
  .max(NAME_CHARACTERS_MAX, `Use at most ${NAME_CHARACTERS_MAX} characters.`)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u, "Use letters, digits, blanks, points, dashes and underscores.");

export const importListInput = z.object({
  name: listName,
  format: z.enum(LIST_FORMATS),
  text: z.string().max(LIST_CHARACTERS_MAX, "That list is too long."),
});

export const setListActiveInput = z.object({ id: z.uuid(), isActive: z.boolean() });

export const screeningListView = z.object({
  id: z.uuid(),
  name: z.string(),
  version: z.int(),
  /** It is asked. At most one version of a name is. */
  isActive: z.boolean(),
  /** The latest of its name. */
  isNewest: z.boolean(),
  entryCount: z.int(),
  importedBy: z.string().nullable(),
  importedAt: z.iso.datetime(),
});
export type ScreeningListView = z.output<typeof screeningListView>;
