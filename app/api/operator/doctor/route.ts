import { z } from "zod";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { doctorView } from "@/lib/doctor/schema";
import { readDoctor } from "@/lib/operations/doctor-queries";

/** What is wrong with the installation, asked now; five seconds at most. */
export const GET = sessionEndpoint({
  access: operator(),
  input: z.object({}),
  output: doctorView,
  handle: ({ now, headers }) => readDoctor(headers, now),
});
