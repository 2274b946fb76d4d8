import { z } from "zod";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { storeLogo } from "@/lib/people/brands/change-brand";
import { LOGO_FILE_BYTES_MAX } from "@/lib/people/brands/schema";

/**
 * Stores the image in the body as the merchant's logo. The type is detected from its bytes; the
 * content type is ignored.
 */
export const POST = sessionEndpoint({
  access: member("merchant.change"),
  input: z.object({}),
  output: z.object({ hash: z.string(), width: z.int(), height: z.int() }),
  fileBytesMax: LOGO_FILE_BYTES_MAX,
  handle: async ({ member: { merchantId, session }, file }) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of file) chunks.push(chunk);
    return await storeLogo({ merchantId, actorId: session.user.id, file: Buffer.concat(chunks) });
  },
});
