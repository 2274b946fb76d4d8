/**
 * The path and search of the page that is asked for. Set by proxy.next.ts on every request, so that
 * nobody outside can.
 */
export const PATH_HEADER = "x-path";
