import { defineConfig } from "prisma/config";

/** Only for the Prisma command line; the gateway itself reads its settings in lib/env.ts. */
export default defineConfig({
  schema: "prisma/schema",
  migrations: { path: "prisma/migrations" },
});
