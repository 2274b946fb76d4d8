import { Card } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { DefinitionList } from "@/components/ui/definition-list";
import { TextLink } from "@/components/ui/text-link";
import { routes } from "@/lib/fronts/paths/routes";

export type SignatureCardProps = { readonly baseUrl: string; readonly merchantId: string };

/** The values that a client library needs, and the signing recipe for clients without one. */
export function SignatureCard({ baseUrl, merchantId }: SignatureCardProps) {
  return (
    <Card
      title="Connect your shop"
      description="Existing client libraries of this API family work unchanged. Configure them with these two values and a key."
    >
      <DefinitionList
        items={[
          { term: "Base URL", value: <Copyable text={baseUrl} what="base URL" /> },
          { term: "Merchant", value: <Copyable text={merchantId} what="merchant ID" /> },
        ]}
      />
      <h3 className="mt-5 mb-2 text-small font-medium">A signed request</h3>
      <p className="mb-3 text-small text-ink-soft">
        The header <code>sign</code> is the MD5 hash, in lowercase hex, of the base64-encoded body followed by the key.
      </p>
      <CodeBlock what="example request" code={exampleOf(baseUrl, merchantId)} isWrapped />
      <p className="mt-4 text-small">
        <TextLink href={routes.apiReference()}>API reference</TextLink>: every operation, with code for signing and
        verifying in five languages.
      </p>
    </Card>
  );
}

function Copyable({ text, what }: { text: string; what: string }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1">
      <code className="break-all text-small">{text}</code>
      <CopyButton text={text} what={what} />
    </span>
  );
}

/**
 * Uses the same tools as the README: GNU-only ones (`base64 -w0`, `md5sum`) do not exist on a Mac.
 */
export function exampleOf(baseUrl: string, merchantId: string): string {
  return [
    "KEY='your payment key'",
    `BODY='{"amount":"25","currency":"USD","order_id":"order-1"}'`,
    `BASE64=$(printf '%s' "$BODY" | base64 | tr -d '\\n')`,
    `SIGN=$(printf '%s%s' "$BASE64" "$KEY" | openssl md5 -r | cut -d ' ' -f 1)`,
    `curl -sS '${baseUrl}/v1/payment' \\`,
    `  -H 'content-type: application/json' \\`,
    `  -H 'merchant: ${merchantId}' \\`,
    `  -H "sign: $SIGN" \\`,
    `  --data-binary "$BODY"`,
  ].join("\n");
}
