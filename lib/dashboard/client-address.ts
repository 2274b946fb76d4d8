const UNKNOWN = "unknown";

/**
 * The address that the nearest proxy saw: the last entry, because earlier ones are whatever the browser claimed. Next fills the
 * header from the socket when no proxy did.
 */
export function clientAddress(forwardedFor: string | null | undefined): string {
  const last = forwardedFor?.split(",").at(-1)?.trim();
  return last ? last.slice(0, 64) : UNKNOWN;
}
