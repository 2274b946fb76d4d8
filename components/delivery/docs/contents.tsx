import type { ReferenceGroup } from "@/components/delivery/docs/reference-types";

const CHAPTERS = [
  { id: "start", title: "Getting started" },
  { id: "signing", title: "Signing" },
  { id: "answers", title: "Responses and errors" },
  { id: "conventions", title: "Conventions" },
  { id: "limits", title: "Limits" },
  { id: "statuses", title: "Statuses" },
  { id: "webhooks", title: "Webhooks" },
];

/** Returns the anchor of a group's heading. */
export function groupId(name: string): string {
  return `group-${name.toLowerCase().replace(/[^a-z]+/g, "-")}`;
}

/** Table of contents. */
export function Contents({ groups }: { groups: readonly ReferenceGroup[] }) {
  return (
    <div className="flex flex-col gap-5 text-small">
      <ContentsList title="Guide" entries={CHAPTERS} />
      {groups.map(({ name, operations }) => (
        <ContentsList key={name} title={name} entries={operations} />
      ))}
    </div>
  );
}

function ContentsList({ title, entries }: { title: string; entries: readonly { id: string; title: string }[] }) {
  return (
    <div>
      <p className="mb-1 text-label font-medium text-ink-quiet">{title}</p>
      <ul>
        {entries.map((entry) => (
          <li key={entry.id}>
            <a
              href={`#${entry.id}`}
              className="-mx-2 block rounded-control px-2 py-1 text-ink-soft hover:bg-sunken hover:text-ink"
            >
              {entry.title}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
