#!/usr/bin/env node
/** Applies the migrations that the database of DATABASE_URL lacks, the job queue's own included. Safe to run at any time. */
import { migrateDatabase } from "./lib/migrations.mjs";

const url = process.env.DATABASE_URL;
if (!url) {
  console.error("Set DATABASE_URL to the database to migrate, for example postgresql://user:password@host/chaintill");
  process.exit(1);
}
try {
  const applied = await migrateDatabase(url, process.env.SECRET_KEY);
  console.log(applied.length > 0 ? `applied ${applied.join(", ")}` : "nothing to apply");
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
