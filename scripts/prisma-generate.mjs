#!/usr/bin/env node
/**
 * Writes the Prisma client to lib/generated/prisma and the names of the migrations beside it, which
 * are committed: run it after each change of the schema and each new migration.
 */
import { join } from "node:path";
import { writeMigrationNames } from "./lib/migration-names.mjs";
import { ROOT } from "./lib/paths.mjs";
import { generatePrismaClient } from "./lib/prisma-client.mjs";

await generatePrismaClient(join(ROOT, "lib/generated/prisma"));
writeMigrationNames();
