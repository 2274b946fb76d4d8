const SWITCH = "embed";
/**
 * Links to our own pages, which must be followed inside the frame. Assets and streams are the same
 * for everybody.
 */
const OWN_ADDRESS =
  /(<[^>]* (?:href|action|formaction|data-page)=")((?:\/(?:pay|wallet|l)\/(?!assets\/)|\?)[^"]*)(?=")/g;
/** A GET form replaces the whole query. */
const QUERY_FORM = /<form\b(?=[^>]*\bmethod="get")[^>]*>/g;
/** External links without a target: they navigate the shop's page, never the frame alone. */
const OUTWARD_LINK = /<a (?![^>]*\btarget=)(?=[^>]*\bhref="https?:)/g;

/** Returns whether a request is for a page inside a shop's frame (`?embed=1`). */
export function isEmbedded({ url }: Pick<Request, "url">): boolean {
  return new URL(url).searchParams.get(SWITCH) === "1";
}

/** Returns the same path, inside the frame. */
export function embeddedPath(path: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}${SWITCH}=1`;
}

/**
 * Prepares a page for a frame: all our own links in its markup keep `embed=1`, and all others open
 * in the whole window. Applied to the finished document, so that no component can forget it; the
 * markup is ours, and foreign text in it is escaped.
 */
export function markEmbedded(html: string): string {
  return html
    .replace(OWN_ADDRESS, (_match, before: string, path: string) => {
      return `${before}${path}${path.includes("?") ? "&amp;" : "?"}${SWITCH}=1`;
    })
    .replace(QUERY_FORM, (form) => `${form}<input type="hidden" name="${SWITCH}" value="1"/>`)
    .replace(OUTWARD_LINK, '<a target="_top" ');
}
