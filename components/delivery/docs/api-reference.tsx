import { Contents } from "@/components/delivery/docs/contents";
import { DocsFrame } from "@/components/delivery/docs/docs-frame";
import { Conventions, Introduction } from "@/components/delivery/docs/introduction";
import { OperationSection } from "@/components/delivery/docs/operation-section";
import { operationPath, pagesOf, slugOf } from "@/components/delivery/docs/places";
import type { NamedMeaning, Reference, ReferenceGroup } from "@/components/delivery/docs/reference-types";
import { searchEntriesOf } from "@/components/delivery/docs/search-entries";
import { StatusesSection } from "@/components/delivery/docs/statuses-section";
import { WebhooksSection } from "@/components/delivery/docs/webhooks-section";
import { routes } from "@/lib/fronts/paths/routes";

export type ApiGuideProps = {
  readonly reference: Reference;
  /** Limits of this installation. */
  readonly limits: readonly NamedMeaning[];
};

/** What applies to every operation, and a list of all of them. */
export function ApiGuide({ reference, limits }: ApiGuideProps) {
  return (
    <DocsFrame
      contents={<Contents pages={pagesOf(reference)} current={routes.apiReference()} />}
      search={searchEntriesOf(reference)}
    >
      <h1 className="text-hero font-semibold tracking-tight">API reference</h1>
      <p className="mt-2 mb-6 max-w-prose text-ink-soft">
        The machine API of this gateway: invoices, static wallets, payouts and webhooks. These pages are generated from
        the code that handles the requests.
      </p>
      <AllOperations groups={reference.groups} />
      <Introduction reference={reference} />
      <Conventions limits={limits} />
      <StatusesSection />
      <WebhooksSection webhooks={reference.webhooks} />
    </DocsFrame>
  );
}

function AllOperations({ groups }: { readonly groups: readonly ReferenceGroup[] }) {
  return (
    <div className="mb-10 grid gap-x-8 gap-y-5 sm:grid-cols-2 xl:grid-cols-3">
      {groups.map(({ name, operations }) => (
        <section key={name} aria-labelledby={`all-${slugOf(name)}`}>
          <h2 id={`all-${slugOf(name)}`} className="mb-1 font-semibold">
            <a href={routes.apiReference(slugOf(name))} className="hover:underline hover:underline-offset-4">
              {name}
            </a>
          </h2>
          <ul className="text-small">
            {operations.map((operation) => (
              <li key={operation.id}>
                <a
                  href={operationPath(operation)}
                  className="inline-block py-0.5 text-accent underline-offset-4 hover:underline"
                >
                  {operation.title}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

export type ApiGroupProps = { readonly reference: Reference; readonly group: ReferenceGroup };

/** The operations of one group. */
export function ApiGroup({ reference, group: { name, operations } }: ApiGroupProps) {
  return (
    <DocsFrame
      contents={<Contents pages={pagesOf(reference)} current={routes.apiReference(slugOf(name))} />}
      search={searchEntriesOf(reference)}
    >
      <h1 className="mb-6 text-hero font-semibold tracking-tight">{name}</h1>
      {operations.map((operation) => (
        <OperationSection key={operation.id} operation={operation} />
      ))}
    </DocsFrame>
  );
}
