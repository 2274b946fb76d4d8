#!/usr/bin/env node
/** Writes the Prisma client to lib/generated/prisma. Needs no engine, no database and no internet. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./lib/paths.mjs";

const result = spawnSync(
  process.execPath,
  [join(ROOT, "node_modules/prisma/build/index.js"), "generate", "--no-hints"],
  {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    encoding: "utf8",
    // The command looks for its engine before anything else, although generating does not use it; any file will do.
    env: {
      ...process.env,
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: "1",
      CHECKPOINT_DISABLE: "1",
    },
  },
);
if (result.status !== 0) {
  process.stderr.write(`${result.stdout}${result.stderr}`);
  process.exit(1);
}
