import { shortId, UUIDS } from "@/components/people/audit/short-id";
import { CopyButton } from "@/components/ui/copy-button";
import { TextLink } from "@/components/ui/text-link";
import type { NamedAuditEntry } from "@/lib/fronts/dashboard/named-audit-schema";

export type AuditTargetProps = { readonly entry: Pick<NamedAuditEntry, "target" | "object"> };

/** The object of an action by its name, linked to its page; without a name by its id, shortened. */
export function AuditTarget({ entry: { target, object } }: AuditTargetProps) {
  if (target === null) return null;
  return (
    <span className="inline-flex max-w-full items-center gap-1 text-label text-ink-quiet">
      {object === null ? (
        <span className="break-all font-mono" title={target}>
          {target.replace(UUIDS, shortId)}
        </span>
      ) : (
        <ObjectName object={object} />
      )}
      <CopyButton text={target} what="id" />
    </span>
  );
}

/** The name is isolated: signs that change the direction of text in it end with it. */
function ObjectName({ object: { label, name, path } }: { readonly object: NonNullable<NamedAuditEntry["object"]> }) {
  const text = (
    <span className="wrap-anywhere">
      {label !== "" && `${label} `}
      <bdi>{name}</bdi>
    </span>
  );
  return path === null ? text : <TextLink href={path}>{text}</TextLink>;
}
