const SWITCH = "embed";
/**
 * What leads to our own pages: to be followed inside the frame. Assets and streams are the same for
 * everybody.
 */
const OWN_ADDRESS = /(<[^>]* (?:href|action|formaction|data-page)=")((?:\/(?:pay|wallet)\/(?!assets\/)|\?)[^"]*)(?=")/g;
/** Such a form writes the whole query itself. */
const QUERY_FORM = /<form\b(?=[^>]*\bmethod="get")[^>]*>/g;
/**
 * What leads elsewhere and opens no window of its own: it takes the shop's page along, never the
 * frame alone.
 */
const OUTWARD_LINK = /<a (?![^>]*\btarget=)(?=[^>]*\bhref="https?:)/g;

/** Whether a request is for a page inside a frame of a shop (`?embed=1`). */
export function isEmbedded({ url }: Pick<Request, "url">): boolean {
  return new URL(url).searchParams.get(SWITCH) === "1";
}

/** The same path, inside the frame. */
export function embeddedPath(path: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}${SWITCH}=1`;
}

/**
 * A page for a frame: every address of ours that its markup names goes on saying so, and every
 * other opens in the whole window. Done to the finished document, so that no component can forget
 * it; the markup is ours, and what others wrote in it is escaped.
 */
export function markEmbedded(html: string): string {
  return html
    .replace(OWN_ADDRESS, (_match, before: string, path: string) => {
      return `${before}${path}${path.includes("?") ? "&amp;" : "?"}${SWITCH}=1`;
    })
    .replace(QUERY_FORM, (form) => `${form}<input type="hidden" name="${SWITCH}" value="1"/>`)
    .replace(OUTWARD_LINK, '<a target="_top" ');
}
