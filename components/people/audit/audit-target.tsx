import { CopyButton } from "@/components/ui/copy-button";
import { TextLink } from "@/components/ui/text-link";
import type { AuditScope } from "@/lib/fronts/client/files";
import { routes } from "@/lib/fronts/paths/routes";
import type { AuditEntryView } from "@/lib/kernel/audit-log/schema";

/** Prefix of an action's name, and the page of its object. */
const PAGES: Readonly<Record<AuditScope, readonly (readonly [start: string, page: (id: string) => string])[]>> = {
  merchant: [
    ["invoice.", routes.invoice],
    ["payment.", routes.invoice],
    ["refund-request.", routes.invoice],
    ["payout.", routes.payout],
    ["wallet.", routes.wallet],
  ],
  operator: [["send.", routes.operatorSend]],
};

export type AuditTargetProps = { readonly scope: AuditScope; readonly entry: AuditEntryView };

/** The object of an action, linked to its page if it has one. */
export function AuditTarget({ scope, entry: { action, target } }: AuditTargetProps) {
  if (target === null) return null;
  const page = PAGES[scope].find(([start]) => action.startsWith(start))?.[1];
  return (
    <span className="inline-flex max-w-full items-center gap-1 font-mono text-label text-ink-quiet">
      {page === undefined ? (
        <span className="break-all">{target}</span>
      ) : (
        <TextLink href={page(target)}>
          <span className="break-all">{target}</span>
        </TextLink>
      )}
      <CopyButton text={target} what="id" />
    </span>
  );
}
