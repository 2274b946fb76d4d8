import type { Operation } from "@/lib/fronts/machine-api/operation";

/** The shell script that signs an operation's example and sends it: `openssl` and `curl` are all that it needs. */
export function exampleRequest({ method, path, keys, example }: Operation, baseUrl: string): string {
  const address = `${baseUrl}${path.replace(/\{(\w+)\}/g, (_, name: string) => String(example.request[name] ?? name))}`;
  const [kind] = keys;
  if (kind === undefined) return `curl ${method === "GET" ? "" : `-X ${method} `}${address}`;
  const body = JSON.stringify(example.request).replaceAll("'", "'\\''");
  return [
    `KEY='your ${kind} key'`,
    `BODY='${body}'`,
    `SIGN=$(printf '%s%s' "$(printf '%s' "$BODY" | base64 | tr -d '\\n')" "$KEY" | openssl md5 -r | cut -d ' ' -f 1)`,
    "",
    `curl ${address} \\`,
    "  -H 'content-type: application/json' \\",
    "  -H 'merchant: your merchant uuid' \\",
    '  -H "sign: $SIGN" \\',
    '  --data-binary "$BODY"',
  ].join("\n");
}
