#!/usr/bin/env node
/**
 * Health check of a worker's container, with the worker's settings: exit code 1 if no worker of
 * this host has sent a heartbeat within 30 seconds. Exit code 0 if the database does not answer:
 * that says nothing about the worker, and restarting it would not help.
 */
import { hostname } from "node:os";
import pg from "pg";
import { loadSettingFiles } from "./lib/setting-files.mjs";

const HEARTBEAT_LIMIT_S = 30;
const ANSWER_MS_MAX = 4_000;

loadSettingFiles();
const client = new pg.Client({
  connectionString: process.env.DATABASE_URL,
  connectionTimeoutMillis: ANSWER_MS_MAX,
  query_timeout: ANSWER_MS_MAX,
});
client.on("error", () => undefined);
try {
  await client.connect();
  const { rows } = await client.query(
    "select from worker_heartbeats where host = $1 and last_seen_at > now() - make_interval(secs => $2) limit 1",
    [hostname(), HEARTBEAT_LIMIT_S],
  );
  console.log(rows.length > 0 ? "alive" : `no heartbeat of ${hostname()} within ${HEARTBEAT_LIMIT_S} s`);
  process.exit(rows.length > 0 ? 0 : 1);
} catch (error) {
  console.log(`not checked: ${error.message}`);
  process.exit(0);
}
