const HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/;
const HOST_CHARACTERS_MAX = 253;
/** The longest host with `https://`, a port and a slash; names of other scripts are shorter as they are typed. */
const TYPED_CHARACTERS_MAX = HOST_CHARACTERS_MAX + "https://:65535/".length;
const THIS_MACHINE: readonly string[] = ["localhost", "127.0.0.1"];

/**
 * What a merchant typed as an origin, as browsers write it: `https://shop.example`, names of other scripts in punycode. Null for anything
 * that is not exactly one origin: a path, a wildcard, a name and password; and for http, but on this machine. Host names are judged
 * strictly, because origins become words of a content security policy.
 */
export function toEmbedOrigin(text: string): string | null {
  const typed = text.trim();
  if (typed.length > TYPED_CHARACTERS_MAX) return null;
  if (!/^https?:\/\/[^/?#\\@\s]+\/?$/i.test(typed) || !URL.canParse(typed)) return null;
  const { protocol, hostname, origin } = new URL(typed);
  if (!HOST.test(hostname) || hostname.length > HOST_CHARACTERS_MAX) return null;
  return protocol === "https:" || THIS_MACHINE.includes(hostname) ? origin : null;
}
