#!/usr/bin/env node
/** Starts the built web part on HOST (default 127.0.0.1: a reverse proxy belongs in front of it) and PORT (default 3000). */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ROOT } from "./lib/paths.mjs";

if (!existsSync(join(ROOT, ".next/BUILD_ID"))) {
  console.error("The web part is not built yet. Run: npm run build");
  process.exit(1);
}
process.env.NEXT_TELEMETRY_DISABLED = "1";
process.chdir(ROOT);
// In this very process: a signal then reaches the server itself, and not a wrapper around it.
const next = createRequire(import.meta.url).resolve("next/dist/bin/next");
const port = process.env.PORT || "3000";
process.argv = [process.argv[0], next, "start", "--hostname", process.env.HOST || "127.0.0.1", "--port", port];
createRequire(import.meta.url)(next);
