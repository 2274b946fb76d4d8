const ANY_ORIGIN = "https://own.invalid";

/**
 * A path of our own pages to go back to after signing in, from an address that anybody may have written; null for anything else. Another
 * site, in whatever spelling, is none, nor is an address that is no page.
 */
export function ownPath(text: string | null | undefined): string | null {
  if (!text?.startsWith("/") || !URL.canParse(text, ANY_ORIGIN)) return null;
  const url = new URL(text, ANY_ORIGIN);
  if (url.origin !== ANY_ORIGIN || url.pathname.startsWith("//")) return null;
  if (/^\/(api|confirm|sign-in|setup|_next)(\/|$)/.test(url.pathname)) return null;
  return `${url.pathname}${url.search}${url.hash}`;
}
