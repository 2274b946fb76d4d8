import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkCertificate, webCheck } from "@/lib/fronts/doctor/web-check";
import { testUnless } from "@/lib/testing/unless";

const NOW = new Date();
const days = (count: number) => new Date(NOW.getTime() + count * 86_400_000);
const healthy: RequestListener = (_, response) => response.end("ok\n");

async function judge(baseUrl: string, isBeforeStart = true, now = NOW): Promise<string[]> {
  const context = { now, request: null, signal: new AbortController().signal };
  const found = await webCheck(baseUrl, { isBeforeStart }).run(context);
  return found.map(({ id, state, summary }) => `${id} ${state}: ${summary}`);
}

async function judgeServer(listener: RequestListener, isBeforeStart = true): Promise<string[]> {
  const server = createHttpServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    return await judge(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, isBeforeStart);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test("the web process is recognised by its response, and nothing else is taken for it", async () => {
  expect(await judgeServer(healthy)).toEqual(["web ok: It responds."]);
  expect(await judgeServer((_, response) => response.end("Welcome to nginx"))).toEqual([
    "web warning: Something else responds there, with status 200.",
  ]);
});

test("a redirect is an error that names its target", async () => {
  const elsewhere: RequestListener = (_, response) =>
    response.writeHead(301, { location: "https://www.pay.example/healthz" }).end();
  expect(await judgeServer(elsewhere)).toEqual(["web error: It redirects to https://www.pay.example/healthz."]);
});

/** Returns the address of a port on which nothing listens. */
async function closedAddress(): Promise<string> {
  const server = createHttpServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return `http://127.0.0.1:${port}`;
}

test("before the first start nothing has to respond; afterwards it is an error", async () => {
  const nothing = await closedAddress();
  expect(await judge(nothing)).toEqual(["web warning: Nothing listens there yet."]);
  expect((await judge(nothing, false))[0]).toMatch(/^web error: It does not respond: connect ECONNREFUSED/);
  expect(await judgeServer((_, response) => response.writeHead(502).end())).toEqual([
    "web warning: The proxy responds with status 502: no web process runs behind it yet.",
  ]);
});

test("an endless response is cut", async () => {
  const endless: RequestListener = (_, response) => {
    const write = () => {
      while (!response.destroyed && response.write("x".repeat(65_536)));
    };
    response.on("drain", write);
    write();
  };
  expect(await judgeServer(endless)).toEqual(["web warning: Something else responds there, with status 200."]);
});

test("a trusted certificate is judged by its remaining days, an expired one first of all", () => {
  const state = (distrust: string | null, validTo: Date) => checkCertificate({ distrust, validTo }, NOW).state;
  expect([state(null, days(60)), state(null, days(5)), state(null, days(-1))]).toEqual(["ok", "warning", "error"]);
  expect(checkCertificate({ distrust: "CERT_HAS_EXPIRED", validTo: days(-3) }, NOW).summary).toContain("3 days ago");
  expect(state("ERR_TLS_CERT_ALTNAME_INVALID", days(60))).toBe("error");
});

const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

testUnless(hasOpenssl ? null : "openssl is not installed")(
  "a self-signed or expired certificate is one error, and nothing is requested over it",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "certificate-"));
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"];
    const made = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key, "-out", cert];
    execFileSync("openssl", ["req", "-x509", ...made, "-days", "20", ...subject], { stdio: "ignore" });
    let requests = 0;
    const server = createHttpsServer({ key: readFileSync(key), cert: readFileSync(cert) }, () => {
      requests += 1;
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    try {
      const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
      expect(await judge(url)).toEqual(["certificate error: It is not trusted: DEPTH_ZERO_SELF_SIGNED_CERT."]);
      expect((await judge(url, true, days(30)))[0]).toMatch(/^certificate error: It expired \d+ days ago/);
      expect(requests).toBe(0);
    } finally {
      server.close();
      rmSync(folder, { recursive: true });
    }
  },
);
