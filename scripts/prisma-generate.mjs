#!/usr/bin/env node
/**
 * Writes the Prisma client to lib/generated/prisma, which is committed: run it after each change of
 * the schema.
 */
import { join } from "node:path";
import { ROOT } from "./lib/paths.mjs";
import { generatePrismaClient } from "./lib/prisma-client.mjs";

await generatePrismaClient(join(ROOT, "lib/generated/prisma"));
