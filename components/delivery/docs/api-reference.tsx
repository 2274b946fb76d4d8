import { Contents, groupId } from "@/components/delivery/docs/contents";
import { DocsFrame } from "@/components/delivery/docs/docs-frame";
import { Conventions, Introduction } from "@/components/delivery/docs/introduction";
import { OperationSection } from "@/components/delivery/docs/operation-section";
import type { NamedMeaning, Reference } from "@/components/delivery/docs/reference-types";
import { StatusesSection } from "@/components/delivery/docs/statuses-section";
import { WebhooksSection } from "@/components/delivery/docs/webhooks-section";

export type ApiReferenceProps = {
  readonly reference: Reference;
  /** Limits of this installation. */
  readonly limits: readonly NamedMeaning[];
};

/**
 * The whole reference of the machine API on one page, so that a browser's search finds everything.
 */
export function ApiReference({ reference, limits }: ApiReferenceProps) {
  return (
    <DocsFrame contents={<Contents groups={reference.groups} />}>
      <h1 className="text-hero font-semibold tracking-tight">API reference</h1>
      <p className="mt-2 mb-8 max-w-prose text-ink-soft">
        The machine API of this gateway: invoices, static wallets, payouts and webhooks. This page is generated from the
        code that handles the requests.
      </p>
      <Introduction reference={reference} />
      <Conventions limits={limits} />
      <StatusesSection />
      <WebhooksSection webhooks={reference.webhooks} />
      {reference.groups.map(({ name, operations }) => (
        <section key={name} aria-labelledby={groupId(name)} className="border-t border-line pt-8">
          <h2 id={groupId(name)} className="mb-6 scroll-mt-20 text-page font-semibold tracking-tight">
            {name}
          </h2>
          {operations.map((operation) => (
            <OperationSection key={operation.id} operation={operation} />
          ))}
        </section>
      ))}
    </DocsFrame>
  );
}
