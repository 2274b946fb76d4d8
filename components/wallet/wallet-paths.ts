/** Paths of the page; relative to the origin, so that they hold behind any proxy. */
export function walletPath(uuid: string, part: "" | "/state" | "/sandbox" = ""): string {
  return `/wallet/${uuid}${part}`;
}
