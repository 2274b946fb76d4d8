import { z } from "zod";
import { listJobKinds } from "@/lib/fronts/admin/jobs-queries";
import { jobKindsView } from "@/lib/fronts/admin/jobs-schema";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

/** The queue by kind of job. */
export const GET = sessionEndpoint({
  access: operator(),
  input: z.object({}),
  output: jobKindsView,
  handle: () => listJobKinds(),
});
