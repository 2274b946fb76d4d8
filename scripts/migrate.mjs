#!/usr/bin/env node
/** Applies the migrations that the database of DATABASE_URL lacks, the job queue's own included. Safe to run at any time. */
import { migrateDatabase } from "./lib/migrations.mjs";

const url = process.env.DATABASE_URL;
if (!url) {
  console.error("Set DATABASE_URL to the database to migrate, for example postgresql://user:password@host/chaintill");
  process.exit(1);
}
const applied = await migrateDatabase(url);
console.log(applied.length > 0 ? `applied ${applied.join(", ")}` : "nothing to apply");
