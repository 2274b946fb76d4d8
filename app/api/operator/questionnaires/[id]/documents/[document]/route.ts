import { z } from "zod";
import { readDocument } from "@/lib/exceptions/questionnaires/ask-again";
import { downloadEndpoint } from "@/lib/fronts/dashboard/download-endpoint";
import { fresh, operator } from "@/lib/fronts/dashboard/gates";

/** Downloads a payer's document as bytes that no browser renders, whatever they are. */
export const GET = downloadEndpoint({
  access: fresh(operator()),
  input: z.object({ id: z.uuid(), document: z.uuid() }),
  handle: async ({ session, input }) => {
    const { name, bytes } = await readDocument(input.id, input.document, session.user.id);
    async function* pieces() {
      yield bytes;
    }
    return { fileName: name, contentType: "application/octet-stream", pieces: pieces() };
  },
});
