import { Card } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { DefinitionList } from "@/components/ui/definition-list";
import { TextLink } from "@/components/ui/text-link";
import { routes } from "@/lib/client/routes";

export type SignatureCardProps = { readonly baseUrl: string; readonly merchantId: string };

/** All that a client library asks for, and the recipe for those without one. */
export function SignatureCard({ baseUrl, merchantId }: SignatureCardProps) {
  return (
    <Card
      title="Connect your shop"
      description="Client libraries of this API family work unchanged: give them these two and a key."
    >
      <DefinitionList
        items={[
          { term: "Base URL", value: <Copyable text={baseUrl} what="base URL" /> },
          { term: "Merchant", value: <Copyable text={merchantId} what="merchant id" /> },
        ]}
      />
      <h3 className="mt-5 mb-2 text-small font-medium">A signed request</h3>
      <p className="mb-3 text-small text-ink-soft">
        The header <code>sign</code> is the MD5, in lower-case hex, of the base64 of the exact body followed by the key.
      </p>
      <CodeBlock what="example request" code={exampleOf(baseUrl, merchantId)} />
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

function exampleOf(baseUrl: string, merchantId: string): string {
  return [
    "KEY='your payment key'",
    `BODY='{"amount":"25","currency":"USD","order_id":"order-1"}'`,
    `SIGN=$(printf %s "$(printf %s "$BODY" | base64 -w0)$KEY" | md5sum | cut -d' ' -f1)`,
    `curl ${baseUrl}/v1/payment \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -H 'merchant: ${merchantId}' -H "sign: $SIGN" \\`,
    `  -d "$BODY"`,
  ].join("\n");
}
