import { z } from "zod";
import { fresh, operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { importScreeningList } from "@/lib/people/screening/import-list";
import { importListInput, LIST_BYTES_MAX } from "@/lib/people/screening/schema";

/** Imports the list in the body: a new one, or the next version of an existing one. */
export const POST = sessionEndpoint({
  access: fresh(operator()),
  input: importListInput,
  output: z.object({}),
  fileBytesMax: LIST_BYTES_MAX,
  handle: async ({ session, input, file }) => {
    await importScreeningList({ ...input, text: file, actorId: session.user.id });
    return {};
  },
});
