import { Card } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { Tabs } from "@/components/ui/tabs";
import { embedSnippets } from "@/lib/people/brands/embed-snippets";

/** The snippet for a shop's pages. */
export function BrandEmbedCard({ baseUrl }: { readonly baseUrl: string }) {
  return (
    <Card
      title="Embed"
      description="Replace the example URL with the one returned when you create an invoice. Fulfil orders by webhook only: browser messages can be forged."
    >
      <Tabs
        label="Ways to embed the payment page"
        tabs={embedSnippets(baseUrl).map(({ id, label, about, code }) => ({
          id,
          label,
          content: (
            <div className="flex flex-col gap-3">
              <p className="text-small text-ink-soft">{about}</p>
              <CodeBlock code={code} what={`${label.toLowerCase()} code`} />
            </div>
          ),
        }))}
      />
    </Card>
  );
}
