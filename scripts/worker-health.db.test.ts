import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, inject, test } from "vitest";
import { database } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";

const URL_FILE = join(inject("runFolder"), "worker-health-url");

function check(url = env().DATABASE_URL) {
  writeFileSync(URL_FILE, `${url}\n`);
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/worker-health.mjs"], {
    encoding: "utf8",
    env: { NODE_ENV: "production", DATABASE_URL_FILE: URL_FILE },
  });
  return { status, said: `${stdout}${stderr}`.trim() };
}

const beat = (host: string, secondsAgo: number) => database().$executeRaw`
  INSERT INTO worker_heartbeats (id, host, pid, started_at, last_seen_at, roles, running_jobs)
  VALUES (gen_random_uuid(), ${host}, 1, now(), now() - make_interval(secs => ${secondsAgo}::float8), '{watch}', '{}')`;

beforeEach(async () => {
  await database().workerHeartbeat.deleteMany();
});

test("a container is healthy while a worker of its own host sends heartbeats", async () => {
  await beat(hostname(), 10);
  expect(check()).toEqual({ status: 0, said: "alive" });
});

test("it is unhealthy if its last heartbeat is old, or only workers elsewhere send any", async () => {
  await beat(hostname(), 60);
  await beat("elsewhere", 1);
  expect(check()).toEqual({ status: 1, said: `no heartbeat of ${hostname()} within 30 s` });
});

test("a database that does not answer is no reason to restart the worker", () => {
  expect(check("postgresql://nobody@127.0.0.1:1/none")).toMatchObject({
    status: 0,
    said: expect.stringMatching(/^not checked: /),
  });
});
