import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DoctorView, doctorView } from "@/lib/fronts/doctor/schema";
import { closeDatabase } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { bundleOnce } from "@/lib/run/worker/testing/bundle-once";

const SECRETS = { SECRET_KEY: "8f3c1e5a907b2d46".repeat(4), AUTH_SECRET: "17d0b9a2c4e6f835".repeat(4) };
let program: string;

beforeAll(async () => {
  await openGateway(30);
  program = await bundleOnce("doctor", { entryPoints: ["lib/run/commands/doctor-main.ts"] });
});
afterAll(closeDatabase);

/** Runs the command; returns its exit code and output. */
async function run(settings: Record<string, string>, ...flags: string[]) {
  const env: NodeJS.ProcessEnv = { NODE_ENV: "test", PATH: "/usr/bin:/bin", SANDBOX: "true", ...SECRETS, ...settings };
  const child = spawn(process.execPath, [program, ...flags], { env });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString("utf8");
  });
  const [code] = (await once(child, "close")) as [number];
  return { code, output };
}

const stateOf = ({ findings }: DoctorView, id: string) => findings.find((finding) => finding.id === id)?.state;

test("reports a database that is down with exit code 1 within seconds, along with everything else it can check", async () => {
  const { code, output } = await run({ DATABASE_URL: "postgresql://x:y@127.0.0.1:1/none" });
  expect(code).toBe(1);
  expect(output).toMatch(/ERROR {5}Database: The database does not respond: connect ECONNREFUSED/);
  expect(output).toMatch(/WARNING {3}Other checks: Unknown while/);
});

test("works when web and worker are down: reports both as errors, and the database as ok", async () => {
  const { code, output } = await run({ DATABASE_URL: env().DATABASE_URL, BASE_URL: "http://127.0.0.1:1" }, "--json");
  const report = doctorView.parse(JSON.parse(output));
  expect([code, stateOf(report, "web"), stateOf(report, "worker"), stateOf(report, "database") === "error"]).toEqual([
    1,
    "error",
    "error",
    false,
  ]);
});

test("checks the web process, the nodes and the mail server directly if they are configured", async () => {
  const web = createServer((_, response) => response.end("ok\n")).listen(0, "127.0.0.1");
  await once(web, "listening");
  try {
    const BASE_URL = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
    const outside = { NODE_URLS_ETH: "http://127.0.0.1:1", SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "a@b.test" };
    const { output } = await run({ DATABASE_URL: env().DATABASE_URL, BASE_URL, ...outside }, "--json");
    const report = doctorView.parse(JSON.parse(output));
    expect(stateOf(report, "web")).toBe("ok");
    expect([stateOf(report, "node:eth:127.0.0.1:1"), stateOf(report, "mail")]).toEqual(["error", "error"]);
  } finally {
    web.close();
  }
});

test("names an invalid setting", async () => {
  const { code, output } = await run({ DATABASE_URL: "mysql://x" });
  expect(code).toBe(1);
  expect(output).toContain("Bad setting DATABASE_URL");
});
