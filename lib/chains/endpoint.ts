export type Endpoint = {
  /** The address without credentials. A key in its path or query stays where it is: it is a secret. */
  readonly url: string;
  /** Host and port, for logs and the operator. */
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** Where and how a node that takes JSON by POST is asked. `user:password@` of its address becomes a header of basic authentication. */
export function toEndpoint(address: string): Endpoint {
  const url = new URL(address);
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (url.username !== "" || url.password !== "") {
    const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    headers["authorization"] = `Basic ${Buffer.from(credentials).toString("base64")}`;
  }
  url.username = "";
  url.password = "";
  return { url: url.href, name: url.host, headers };
}
