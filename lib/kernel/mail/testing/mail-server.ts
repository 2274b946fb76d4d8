import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

export type Received = { readonly from: string; readonly to: readonly string[]; readonly raw: string };
export type MailServer = {
  readonly port: number;
  readonly received: Received[];
  /** Number of connections opened. */
  readonly connections: () => number;
  readonly close: () => Promise<void>;
};

/**
 * Starts a real SMTP server on this machine. It accepts everything unless `options` say otherwise.
 */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: Received[] = [];
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.secure || options.key ? [] : ["STARTTLS"],
    logger: false,
    onConnect: (_session, done) => {
      connections += 1;
      done();
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? "" : mailFrom.address;
        received.push({ from, to: rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks).toString("utf8") });
        done();
      });
    },
    ...options,
  });
  // Some tests disconnect the client in the middle.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    received,
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

export type Certificate = { readonly key: string; readonly cert: string };

/**
 * Creates a self-signed certificate for `localhost` and 127.0.0.1; returns null without openssl.
 */
export function makeCertificate(): Certificate | null {
  const folder = mkdtempSync(join(tmpdir(), "mail-certificate-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  try {
    execFileSync(
      "openssl",
      ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out", cert, ...subject],
      { stdio: "ignore", timeout: 30_000 },
    );
  } catch {
    return null;
  }
  return { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
}
