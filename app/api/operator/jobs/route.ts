import { z } from "zod";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { listJobKinds } from "@/lib/operations/jobs-queries";
import { jobKindsView } from "@/lib/operations/jobs-schema";

/** The queue by kind of job. */
export const GET = sessionEndpoint({
  access: operator(),
  input: z.object({}),
  output: jobKindsView,
  handle: () => listJobKinds(),
});
