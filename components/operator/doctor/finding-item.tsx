import { STATE_BADGES } from "@/components/operator/doctor/state-badges";
import { Badge } from "@/components/ui/badge";
import { Moment } from "@/components/ui/moment";
import { TextLink } from "@/components/ui/text-link";
import { findingLink } from "@/lib/fronts/admin/issue-link";
import type { FindingView } from "@/lib/fronts/doctor/schema";

/** One check of the doctor: state, remedy, measured value, and since when. */
export function FindingItem({ finding }: { finding: FindingView }) {
  const { id, name, state, summary, remedy, measured, since } = finding;
  const place = findingLink(id);
  const { label, tone, icon } = STATE_BADGES[state];
  return (
    <li className="flex flex-col gap-1 px-4 py-3 sm:px-5 md:grid md:grid-cols-[13rem_minmax(0,1fr)_auto] md:gap-x-5">
      <span className="flex items-start justify-between gap-3">
        <span className="min-w-0 break-words font-medium">{name}</span>
        <span className="md:hidden">
          <Badge tone={tone} icon={icon}>
            {label}
          </Badge>
        </span>
      </span>
      <div className="min-w-0">
        <p className={state === "ok" ? "break-words text-ink-soft" : "break-words"}>{summary}</p>
        {remedy && (
          <p className="mt-1 break-words text-small text-ink-soft">
            {remedy} {place && <TextLink href={place.href}>{place.label}</TextLink>}
          </p>
        )}
        {(measured !== null || since !== null) && (
          <p className="mt-0.5 break-words text-label tabular-nums text-ink-quiet">
            {measured}
            {measured !== null && since !== null && "; "}
            {since !== null && (
              <>
                since <Moment at={since} />
              </>
            )}
          </p>
        )}
      </div>
      <span className="hidden md:block">
        <Badge tone={tone} icon={icon}>
          {label}
        </Badge>
      </span>
    </li>
  );
}
