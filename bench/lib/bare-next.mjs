/** A separate Next application with one bare route handler, built and served like the gateway. */
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../scripts/lib/paths.mjs";
import { findFreePort } from "../../scripts/lib/ports.mjs";

/** Inside the repository, so that it resolves the same packages. */
const FOLDER = join(ROOT, "node_modules/.cache/bare-next");
const NEXT = join(ROOT, "node_modules/next/dist/bin/next");
const WAIT_MS = 30_000;
const POLL_MS = 100;

function build() {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  cpSync(join(ROOT, "bench/bare-next"), FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, "package.json"), '{ "type": "module" }\n');
  writeFileSync(join(FOLDER, "next.config.mjs"), `export default { turbopack: { root: ${JSON.stringify(ROOT)} } };\n`);
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };
  const { status, stdout, stderr } = spawnSync(process.execPath, [NEXT, "build"], { cwd: FOLDER, env });
  if (status !== 0) throw new Error(`The bare application does not build: ${stdout}${stderr}`);
}

/** Returns `{ baseUrl, stop }`. */
export async function startBareNext() {
  build();
  const port = await findFreePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  const args = [NEXT, "start", "--hostname", "127.0.0.1", "--port", String(port)];
  const child = spawn(process.execPath, args, { cwd: FOLDER, env, stdio: "ignore" });
  const stop = () => new Promise((resolve) => child.once("exit", resolve) && child.kill("SIGTERM"));
  const until = Date.now() + WAIT_MS;
  while (Date.now() < until) {
    const answer = await fetch(baseUrl, { method: "POST", body: "{}" }).catch(() => null);
    if (answer?.ok) return { baseUrl, stop };
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  await stop();
  throw new Error("The bare application does not answer");
}
