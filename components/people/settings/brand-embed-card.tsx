import { Card } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { Tabs } from "@/components/ui/tabs";
import { embedSnippets } from "@/lib/people/brands/embed-snippets";

/** What to copy into a shop's pages. */
export function BrandEmbedCard({ baseUrl }: { readonly baseUrl: string }) {
  return (
    <Card
      title="In your own pages"
      description="Put the url that creating an invoice answers in place of the one in the example. What you ship by stays the webhook: what a browser says can be forged."
    >
      <Tabs
        label="Ways to put the payment page into your own"
        tabs={embedSnippets(baseUrl).map(({ id, label, about, code }) => ({
          id,
          label,
          content: (
            <div className="flex flex-col gap-3">
              <p className="text-small text-ink-soft">{about}</p>
              <CodeBlock code={code} what={`code of the ${label.toLowerCase()}`} />
            </div>
          ),
        }))}
      />
    </Card>
  );
}
