/** Header that the public service and others that copy it read keys from. */
const KEY_HEADER = "TRON-PRO-API-KEY";
const KEY_PARAMETER = "apikey";
/** java-tron serves `walletsolidity/` on a port of its own, 8091 unless told otherwise; public services serve both on one. */
const FINAL_PORT_PARAMETER = "solidity";

export type NodeUrl = {
  /** Host and port, for logs and the operator. */
  readonly name: string;
  /** Ends with a slash; without credentials and query. */
  readonly base: string;
  /** The same for what is final: on another port where the URL says so. */
  readonly finalBase: string;
  readonly headers: Readonly<Record<string, string>>;
};

/**
 * A node's URL taken apart. `?apikey=KEY` and `https://KEY@host` become the key's header, `https://user:password@host`
 * basic authentication; neither is ever part of the name. `?solidity=8091` names the port of the final half of the API. Throws
 * TypeError on anything but http and https, and on a port that is none.
 */
export function parseNodeUrl(text: string): NodeUrl {
  const url = new URL(text);
  // Without the text: it may hold a key.
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new TypeError("a TRON node is asked over HTTP");
  const path = url.pathname.endsWith("/") ? url.pathname : `${url.pathname}/`;
  const final = new URL(url.origin);
  final.port = finalPortOf(url);
  return {
    name: url.host,
    base: `${url.origin}${path}`,
    finalBase: `${final.origin}${path}`,
    headers: headersOf(url),
  };
}

function finalPortOf(url: URL): string {
  const port = url.searchParams.get(FINAL_PORT_PARAMETER) ?? url.port;
  // A URL ignores what is no port, and the wrong half of the API would be asked.
  if (port !== "" && !(/^[1-9]\d{0,4}$/.test(port) && Number.parseInt(port, 10) <= 65_535))
    throw new TypeError(`${FINAL_PORT_PARAMETER}= has to name a port, such as 8091`);
  return port;
}

function headersOf(url: URL): Readonly<Record<string, string>> {
  const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  const key = url.searchParams.get(KEY_PARAMETER) ?? (password === "" ? user : "");
  const headers: Record<string, string> = {};
  if (key !== "") headers[KEY_HEADER] = key;
  if (password !== "") headers.authorization = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  return headers;
}
