import { createServer, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { createSmtpTransport, smtpConnection } from "@/lib/kernel/mail/mail-settings";
import { type Mail, RecipientRefused } from "@/lib/kernel/mail/message";
import { type MailServer, makeCertificate, startMailServer } from "@/lib/kernel/mail/testing/mail-server";
import { testUnless } from "@/lib/testing/unless";

const SENDER = { name: "Chaintill", address: "no-reply@pay.test" };
const MAIL: Mail = {
  id: "0d7a5f3e-8f0f-4c9c-9a73-1d2f3c4b5a69",
  kind: "receipt",
  reference: "an invoice",
  recipient: "payer@shop.test",
  subject: "Receipt: your payment to Фонарь",
  text: "Thank you!\n.\nA dot alone on a line is text.",
  html: "<p>Thank you!</p>",
  attemptCount: 0,
  createdAt: new Date("2026-11-21T10:00:00Z"),
};
const forever = new AbortController().signal;

let servers: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
  servers = [];
});

async function serve(...options: Parameters<typeof startMailServer>): Promise<MailServer> {
  const server = await startMailServer(...options);
  servers.push(server);
  return server;
}

/** Starts a server that sends arbitrary bytes, or nothing. */
async function serveBytes(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => undefined));
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  servers.push({
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  });
  const address = server.address();
  return address !== null && typeof address === "object" ? address.port : 0;
}

/**
 * Returns the result of sending: `sent`, or the error. A responding server gets as much time as it
 * needs.
 */
async function send(port: number, mail: Partial<Mail> = {}, signal = forever, phaseMsMax = 30_000): Promise<unknown> {
  const transport = createSmtpTransport(`smtp://127.0.0.1:${port}`, SENDER, { phaseMsMax });
  return transport.send({ ...MAIL, ...mail }, signal).then(
    () => "sent",
    (error: unknown) => error,
  );
}

describe("a mail server", () => {
  test("gets one mail for one recipient, as text and as HTML, with a stable message id", async () => {
    const server = await serve();
    expect(await send(server.port)).toBe("sent");
    expect(await send(server.port)).toBe("sent");
    const [first, second] = server.received;
    expect([first?.from, first?.to]).toEqual([SENDER.address, [MAIL.recipient]]);
    expect(first?.raw).toContain(`Message-ID: <${MAIL.id}@pay.test>`);
    expect(second?.raw).toContain(`Message-ID: <${MAIL.id}@pay.test>`);
    expect(first?.raw).toContain("Date: Sat, 21 Nov 2026 10:00:00 +0000");
    expect(first?.raw).toContain("Auto-Submitted: auto-generated");
    expect(first?.raw).toMatch(/text\/plain[\s\S]*Thank you![\s\S]*text\/html[\s\S]*<p>Thank you!<\/p>/);
    expect(first?.raw).toContain("A dot alone on a line is text.");
  });

  test("never gets a header or a recipient injected by a text", async () => {
    const server = await serve();
    const evil = "Hello\r\nBcc: victim@elsewhere.test\r\n\r\nBuy!";
    expect(await send(server.port, { subject: evil })).toBe("sent");
    for (const recipient of [
      "payer@shop.test>\r\nRCPT TO:<victim@elsewhere.test",
      "payer@shop.test, victim@elsewhere.test",
    ])
      expect(await send(server.port, { recipient })).toBeInstanceOf(RecipientRefused);
    expect(server.received).toHaveLength(1);
    for (const { raw, to } of server.received) {
      const [headers = ""] = raw.split("\r\n\r\n");
      expect(headers).not.toMatch(/^bcc:/im);
      expect(to).toEqual([MAIL.recipient]);
    }
  });

  test("that permanently rejects the recipient is distinguished from a busy one", async () => {
    const refusing = (code: number) =>
      serve({ onRcptTo: (_address, _session, done) => done(Object.assign(new Error("no"), { responseCode: code })) });
    expect(await send((await refusing(550)).port)).toBeInstanceOf(RecipientRefused);
    const busy = await send((await refusing(451)).port);
    expect(busy).toBeInstanceOf(Error);
    expect(busy).not.toBeInstanceOf(RecipientRefused);
  });

  test("that rejects the sender or the content is not mistaken for a bad recipient", async () => {
    const no = () => Object.assign(new Error("no"), { responseCode: 550 });
    const servers = [
      await serve({ onMailFrom: (_address, _session, done) => done(no()) }),
      await serve({ onData: (stream, _session, done) => stream.resume().on("end", () => done(no())) }),
    ];
    for (const { port } of servers) {
      const outcome = await send(port);
      expect(outcome).toBeInstanceOf(Error);
      expect(outcome).not.toBeInstanceOf(RecipientRefused);
    }
  });

  test("that never responds, or stops in the middle, takes no longer than the time limit", async () => {
    const silent = await serveBytes(() => undefined);
    const stalled = await serveBytes((socket) => {
      socket.write("220 hello\r\n");
      socket.once("data", () => socket.write("250 go on\r\n"));
    });
    for (const port of [silent, stalled])
      expect(await send(port, {}, forever, 300)).toMatchObject({ code: "ETIMEDOUT" });
    const { connectionTimeout, greetingTimeout, socketTimeout, dnsTimeout } = smtpConnection("smtp://mail.test", {
      phaseMsMax: 300,
    });
    expect([connectionTimeout, greetingTimeout, socketTimeout, dnsTimeout]).toEqual([300, 300, 300, 300]);
  });

  test("that responds slowly is cut off at the total time limit", async () => {
    const dripping = await serveBytes((socket) => {
      const timer = setInterval(() => socket.write("220-hello\r\n"), 50);
      socket.on("close", () => clearInterval(timer));
    });
    // It never pauses and never ends: only the signal ends the dialogue.
    const outcome = await send(dripping, {}, AbortSignal.timeout(300));
    expect(outcome).toMatchObject({ code: "EABORT", cause: { name: "TimeoutError" } });
  });

  test("that dies in the middle of the mail leaves it unsent", async () => {
    const dying = await serveBytes((socket) => {
      socket.write("220 hello\r\n");
      socket.on("data", (chunk) => {
        const line = chunk.toString();
        if (line.startsWith("DATA")) socket.write("354 go\r\n", () => socket.destroy());
        else socket.write("250 ok\r\n");
      });
    });
    expect(await send(dying)).toBeInstanceOf(Error);
  });

  test("that is unreachable is an error, not a hang", async () => {
    expect(await send(1)).toBeInstanceOf(Error);
  });
});

describe("encryption", () => {
  const certificate = makeCertificate();
  const trusting = certificate === null ? {} : { certificateAuthority: certificate.cert };
  const sendBy = (url: string, options: object): Promise<unknown> =>
    createSmtpTransport(url, SENDER, { phaseMsMax: 30_000, ...options })
      .send(MAIL, forever)
      .then(
        () => "sent",
        (error: unknown) => error,
      );

  test("is required of every server that is not on this machine", async () => {
    const plain = await serve();
    // The same machine, in a form that does not show it.
    const outcome = await sendBy(`smtp://[::ffff:127.0.0.1]:${plain.port}`, {});
    expect(String(outcome)).toMatch(/TLS/i);
    expect(plain.received).toEqual([]);
  });

  testUnless(certificate === null ? "no openssl here" : null)(
    "checks the server's certificate, and the password is not sent to an unknown one",
    async () => {
      const logins: string[] = [];
      const server = await serve({
        secure: true,
        ...certificate,
        authOptional: false,
        onAuth: ({ username = "", password = "" }, _session, done) => {
          logins.push(`${username}:${password}`);
          done(null, { user: username });
        },
      });
      const url = `smtps://me:pass%40word@localhost:${server.port}`;
      expect(String(await sendBy(url, {}))).toMatch(/self.signed/i);
      expect(logins).toEqual([]);
      expect(await sendBy(url, trusting)).toBe("sent");
      expect(logins).toEqual(["me:pass@word"]);
      expect(server.received).toHaveLength(1);
    },
  );
});
