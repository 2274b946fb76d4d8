import { z } from "zod";

/** Input and views of screening lists for the pages. Safe for the browser. */

export const LIST_FORMATS = ["csv", "json"] as const;
export type ListFormat = (typeof LIST_FORMATS)[number];

const NAME_CHARACTERS_MAX = 64;
/** A million addresses with their network and a short note, with room to spare. */
export const LIST_BYTES_MAX = 64 * 1024 * 1024;
export const LIST_TOO_LONG = "A list can be at most 64 MB.";

export const listName = z
  .string()
  .trim()
  .min(1, "Enter a name for the list.")
  .max(NAME_CHARACTERS_MAX, { error: `Use at most ${NAME_CHARACTERS_MAX} characters.`, abort: true })
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u, "Use letters, digits, spaces, periods, dashes and underscores.");

/** The query parameters of an import; the request body is the list itself, unchanged. */
export const importListInput = z.object({ name: listName, format: z.enum(LIST_FORMATS) });

/** The operator's form: a chosen file is sent without being read first, else the text. */
export const importListForm = importListInput.extend({
  text: z.string().max(LIST_BYTES_MAX, LIST_TOO_LONG),
  file: z
    .instanceof(Blob)
    .refine(({ size }) => size <= LIST_BYTES_MAX, LIST_TOO_LONG)
    .optional(),
});

export const setListActiveInput = z.object({ id: z.uuid(), isActive: z.boolean() });

export const screeningListView = z.object({
  id: z.uuid(),
  name: z.string(),
  version: z.int(),
  /** Used in checks. At most one version of a name is active. */
  isActive: z.boolean(),
  /** The latest version of its name. */
  isNewest: z.boolean(),
  entryCount: z.int(),
  importedBy: z.string().nullable(),
  importedAt: z.iso.datetime(),
});
export type ScreeningListView = z.output<typeof screeningListView>;
