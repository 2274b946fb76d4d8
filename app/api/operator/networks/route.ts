import { z } from "zod";
import { listNetworks } from "@/lib/fronts/admin/networks-queries";
import { networkListView } from "@/lib/fronts/admin/networks-schema";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

export const GET = sessionEndpoint({
  access: operator(),
  input: z.object({}),
  output: networkListView,
  handle: () => listNetworks(),
});
