import { z } from "zod";
import { readDoctor } from "@/lib/fronts/admin/doctor-queries";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { doctorView } from "@/lib/fronts/doctor/schema";

/** What is wrong with the installation, asked now; five seconds at most. */
export const GET = sessionEndpoint({
  access: operator(),
  input: z.object({}),
  output: doctorView,
  handle: ({ now, headers }) => readDoctor(headers, now),
});
