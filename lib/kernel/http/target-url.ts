import { OutboundError } from "@/lib/kernel/http/outbound-error";

/** Below 1024 only these two speak HTTP to strangers. */
const LOW_PORTS = new Set([80, 443]);

/**
 * Ports from 1024 up that belong to other protocols: the Fetch standard's list of bad ports, and the databases and
 * caches that a forged request could speak to.
 */
const FOREIGN_PORTS = new Set([
  1719, 1720, 1723, 2049, 3306, 3659, 4045, 4190, 5060, 5061, 5432, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669,
  6679, 6697, 10080, 11211, 27017,
]);

/**
 * Reads the URL of an outbound call: http or https, a host, no user information, a port that HTTP is spoken on. Decimal,
 * octal and hexadecimal hosts come out as plain addresses, because the URL standard normalises them. Whether the host is
 * allowed is decided when it is called (`resolveTarget`), for names change their addresses.
 *
 * @throws OutboundError `bad_url`
 */
export function parseTargetUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null) throw new OutboundError("bad_url", { detail: "it is no absolute URL" });
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new OutboundError("bad_url", { detail: "only http and https" });
  if (url.username !== "" || url.password !== "")
    throw new OutboundError("bad_url", { detail: "user information is not allowed" });
  const port = targetPort(url);
  if ((port < 1024 && !LOW_PORTS.has(port)) || FOREIGN_PORTS.has(port)) {
    throw new OutboundError("bad_url", { detail: `port ${port} is not allowed` });
  }
  url.hash = "";
  return url;
}

function targetPort(url: URL): number {
  if (url.port !== "") return Number.parseInt(url.port, 10);
  return url.protocol === "https:" ? 443 : 80;
}
