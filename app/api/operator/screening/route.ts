import { z } from "zod";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { IMPORT_BYTES_MAX } from "@/lib/operations/screening-schema";
import { importScreeningList } from "@/lib/screening/import-list";
import { listScreeningLists } from "@/lib/screening/list-lists";
import { importListInput, screeningListView } from "@/lib/screening/schema";

export const GET = sessionEndpoint({
  access: operator(),
  input: z.object({}),
  output: z.array(screeningListView),
  handle: () => listScreeningLists(),
});

/** Imports a list: a new one, or the next version of one that is there. */
export const POST = sessionEndpoint({
  access: operator(),
  input: importListInput,
  output: z.object({}),
  bodyBytesMax: IMPORT_BYTES_MAX,
  handle: async ({ session, input }) => {
    await importScreeningList({ ...input, actorId: session.user.id });
    return {};
  },
});
