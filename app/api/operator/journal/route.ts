import { z } from "zod";
import { downloadEndpoint } from "@/lib/dashboard/download-endpoint";
import { operator } from "@/lib/dashboard/gates";
import { exportInstallationJournal } from "@/lib/statements/export-journal";

export const GET = downloadEndpoint({
  access: operator(),
  input: z.object({}),
  handle: ({ now }) => Promise.resolve(exportInstallationJournal(now)),
});
