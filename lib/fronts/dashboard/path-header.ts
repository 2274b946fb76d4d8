/**
 * The path and search of the requested page. Set by proxy.next.ts on every request, so that clients
 * cannot set it.
 */
export const PATH_HEADER = "x-path";
