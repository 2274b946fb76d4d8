/** A text without the addresses of nodes, which may hold keys, should a library have put one there. Pure. */
export function withoutNode(text: string, urls: readonly string[]): string {
  const named = urls.reduce((left, url) => left.replaceAll(url, "the node"), text);
  return named.replaceAll(/https?:\/\/\S+/g, "the node");
}
