import { z } from "zod";
import { downloadEndpoint } from "@/lib/fronts/dashboard/download-endpoint";
import { operator } from "@/lib/fronts/dashboard/gates";
import { exportInstallationJournal } from "@/lib/ledger/statements/export-journal";

export const GET = downloadEndpoint({
  access: operator(),
  input: z.object({}),
  handle: ({ now }) => Promise.resolve(exportInstallationJournal(now)),
});
