import { isIP } from "node:net";
import { connect } from "node:tls";
import { withTimeLimit } from "@/lib/chains/limits";
import { type Check, errorFinding, type Finding, okFinding, warningFinding } from "@/lib/fronts/doctor/check";
import { causeText, countText, durationText } from "@/lib/fronts/doctor/format-text";

const subject = { id: "web", name: "Web" };
const certificateSubject = { id: "certificate", name: "Certificate" };
/** For the certificate and the request together. */
const WEB_MS_MAX = 4_000;
const DAY_MS = 86_400_000;
/** Certificates of ninety days are usually renewed thirty days before their end. */
const DAYS_LEFT_WARNING = 14;
const HTTPS_PORT = 443;
/** `GET /healthz` answers `ok`. */
const HEALTHY = "ok";
const ANSWER_BYTES_MAX = 64;
/** What a proxy answers when nothing runs behind it. */
const NOTHING_BEHIND = new Set([502, 503, 504]);

/**
 * Checks from this machine that BASE_URL leads to the web process: the certificate, its remaining
 * days, redirects, and the response of the liveness endpoint.
 * @param isBeforeStart a web process that does not run yet is a warning and not an error
 */
export function webCheck(baseUrl: string, { isBeforeStart }: { readonly isBeforeStart: boolean }): Check {
  return {
    ...subject,
    group: "worker",
    needsDatabase: false,
    run: ({ now, signal }) =>
      withTimeLimit(WEB_MS_MAX, signal, async (limited) => {
        const base = new URL(baseUrl);
        const certificate = base.protocol === "https:" ? await readCertificate(base, limited) : null;
        if (certificate === null) return [await askWeb(baseUrl, isBeforeStart, limited)];
        const checked = checkCertificate(certificate, now);
        // Every request would fail for the same reason.
        if (checked.state === "error") return [checked];
        return [checked, await askWeb(baseUrl, isBeforeStart, limited)];
      }),
  };
}

export type Certificate = {
  /** Why this machine does not trust it; null if it does. */
  readonly distrust: string | null;
  readonly validTo: Date;
};

/** Checks that browsers accept the certificate, and that it is renewed in time. Pure. */
export function checkCertificate({ distrust, validTo }: Certificate, now: Date): Finding {
  const leftMs = validTo.getTime() - now.getTime();
  if (leftMs <= 0) {
    const summary = `It expired ${durationText(-leftMs)} ago: browsers and shops refuse the connection.`;
    return errorFinding(certificateSubject, summary, "Renew it, and make the proxy load the new one.");
  }
  if (distrust !== null) {
    const remedy =
      "Use a certificate of a public authority for this host, with its intermediate certificates. Trust a private authority with NODE_EXTRA_CA_CERTS.";
    return errorFinding(certificateSubject, `It is not trusted: ${distrust}.`, remedy);
  }
  const days = Math.floor(leftMs / DAY_MS);
  const extras = { measured: `${countText(days, "day", "days")} left` };
  if (days >= DAYS_LEFT_WARNING) return okFinding(certificateSubject, "It is valid and trusted.", extras);
  const remedy = "Find out why it was not renewed automatically.";
  return warningFinding(certificateSubject, "It expires soon.", remedy, extras);
}

/** Returns the certificate that the server presents; null if there is no TLS connection. */
function readCertificate(base: URL, signal: AbortSignal): Promise<Certificate | null> {
  const host = base.hostname.replace(/^\[|\]$/g, "");
  const port = base.port === "" ? HTTPS_PORT : Number.parseInt(base.port, 10);
  return new Promise((resolve) => {
    // Whatever it presents is read; the request afterwards verifies it again.
    const socket = connect({ host, port, rejectUnauthorized: false, ...(isIP(host) === 0 && { servername: host }) });
    const finish = (found: Certificate | null) => {
      signal.removeEventListener("abort", abort);
      socket.destroy();
      resolve(found);
    };
    const abort = () => finish(null);
    signal.addEventListener("abort", abort, { once: true });
    socket.on("error", () => finish(null));
    socket.once("secureConnect", () => {
      const distrust = socket.authorized ? null : String(socket.authorizationError);
      finish({ distrust, validTo: new Date(socket.getPeerCertificate().valid_to) });
    });
  });
}

/** Requests the liveness endpoint of the web process. */
async function askWeb(baseUrl: string, isBeforeStart: boolean, signal: AbortSignal): Promise<Finding> {
  const begun = performance.now();
  try {
    const response = await fetch(`${baseUrl}/healthz`, { signal, redirect: "manual" });
    const text = await readStart(response);
    const extras = { measured: `${baseUrl}, ${Math.round(performance.now() - begun)} ms` };
    return judgeAnswer(response, text, isBeforeStart, extras);
  } catch (error) {
    const cause = error instanceof Error && error.cause ? error.cause : error;
    const code: unknown = cause instanceof Error ? Reflect.get(cause, "code") : undefined;
    const extras = { measured: baseUrl };
    if (isBeforeStart && code === "ECONNREFUSED") {
      const remedy = "Start the proxy and the web process (npm start), then check again.";
      return warningFinding(subject, "Nothing listens there yet.", remedy, extras);
    }
    // Where a name has several addresses that all refuse, the error has no message.
    const text = cause instanceof Error && cause.message === "" ? String(code) : causeText(cause);
    const remedy = "Start it: npm start. If it runs, BASE_URL, the proxy or the port is wrong.";
    return errorFinding(subject, `It does not respond: ${text}.`, remedy, extras);
  }
}

type Extras = { readonly measured: string };

function judgeAnswer(response: Response, text: string, isBeforeStart: boolean, extras: Extras): Finding {
  const { status, headers } = response;
  if (response.ok && text.trim() === HEALTHY) return okFinding(subject, "It responds.", extras);
  const location = headers.get("location");
  if (location !== null) {
    const summary = `It redirects to ${location.slice(0, ANSWER_BYTES_MAX)}.`;
    return errorFinding(subject, summary, "Set BASE_URL to the address that answers without a redirect.", extras);
  }
  if (isBeforeStart && NOTHING_BEHIND.has(status)) {
    const summary = `The proxy responds with status ${status}: no web process runs behind it yet.`;
    return warningFinding(subject, summary, "Start the web process (npm start), then check again.", extras);
  }
  const remedy = "Check where the proxy forwards to, and that BASE_URL is correct.";
  return warningFinding(subject, `Something else responds there, with status ${status}.`, remedy, extras);
}

/** Returns the beginning of the body, and gives up the rest. */
async function readStart({ body }: Response): Promise<string> {
  if (body === null) return "";
  const reader = body.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return Buffer.from(value ?? [])
    .subarray(0, ANSWER_BYTES_MAX)
    .toString("utf8");
}
