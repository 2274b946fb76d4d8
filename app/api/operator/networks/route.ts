import { z } from "zod";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { listNetworks } from "@/lib/operations/networks-queries";
import { networkListView } from "@/lib/operations/networks-schema";

export const GET = sessionEndpoint({
  access: operator(),
  input: z.object({}),
  output: networkListView,
  handle: () => listNetworks(),
});
