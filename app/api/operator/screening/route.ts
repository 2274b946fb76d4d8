import { z } from "zod";
import { fresh } from "@/lib/dashboard/fresh";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { importScreeningList } from "@/lib/screening/import-list";
import { listScreeningLists } from "@/lib/screening/list-lists";
import { importListInput, LIST_BYTES_MAX, screeningListView } from "@/lib/screening/schema";

export const GET = sessionEndpoint({
  access: operator(),
  input: z.object({}),
  output: z.array(screeningListView),
  handle: () => listScreeningLists(),
});

/** Imports the list that is the body: a new one, or the next version of one that is there. */
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
