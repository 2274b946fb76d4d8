import { STATE_BADGES } from "@/components/operator/doctor/state-badges";
import { DismissAlarm } from "@/components/operator/overview/dismiss-alarm";
import { classNames } from "@/components/ui/class-names";
import { Moment } from "@/components/ui/moment";
import { TextLink } from "@/components/ui/text-link";
import type { Issue, IssueAlarm } from "@/lib/fronts/admin/issues";

/** Number of alarms of a kind shown at first; the others are collapsed. */
const SHOWN_MAX = 3;

/** One issue: meaning, since when, what to do and where. */
export function IssueItem({ issue }: { issue: Issue }) {
  const { severity, title, summary, remedy, since, place, alarms } = issue;
  const { icon: Icon, label, box, ink } = STATE_BADGES[severity];
  return (
    <li className={classNames("flex gap-3 rounded-control p-3.5", box)}>
      <Icon aria-label={label} role="img" className={classNames("mt-0.5 size-4.5 shrink-0", ink)} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className={classNames("min-w-0 break-words font-medium", ink)}>
            {title}
            {alarms.length > 1 && <span className="tabular-nums"> ({alarms.length})</span>}
          </span>
          {since !== null && (
            <span className="text-label text-ink-soft">
              since <Moment at={since} />
            </span>
          )}
        </p>
        {summary !== null && <p className="break-words text-small">{summary}</p>}
        <Alarms alarms={alarms} isOwnPlace={place === null} />
        {(remedy !== null || place !== null) && (
          <p className="break-words text-small text-ink-soft">
            {remedy} {place && <TextLink href={place.href}>{place.label}</TextLink>}
          </p>
        )}
      </div>
    </li>
  );
}

/** `isOwnPlace`: each is fixed on its own page. */
function Alarms({ alarms, isOwnPlace }: { alarms: readonly IssueAlarm[]; isOwnPlace: boolean }) {
  const rest = alarms.slice(SHOWN_MAX);
  const items = (some: readonly IssueAlarm[]) => (
    <ul className="flex flex-col gap-1">
      {some.map((alarm) => (
        <AlarmLine key={alarm.id} alarm={alarm} hasTime={alarms.length > 1} isOwnPlace={isOwnPlace} />
      ))}
    </ul>
  );
  if (alarms.length === 0) return null;
  return (
    <>
      {items(alarms.slice(0, SHOWN_MAX))}
      {rest.length > 0 && (
        <details>
          <summary className="cursor-pointer text-small font-medium text-ink-soft">{rest.length} more</summary>
          <div className="mt-1">{items(rest)}</div>
        </details>
      )}
    </>
  );
}

type AlarmLineProps = { readonly alarm: IssueAlarm; readonly hasTime: boolean; readonly isOwnPlace: boolean };

function AlarmLine({ alarm, hasTime, isOwnPlace }: AlarmLineProps) {
  const { summary, since, place } = alarm;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-small">
      <span className="min-w-0 flex-1 basis-56 break-words">
        {summary}
        {isOwnPlace && place !== null && (
          <>
            {" "}
            <TextLink href={place.href}>{place.label}</TextLink>
          </>
        )}
        {hasTime && (
          <span className="text-label text-ink-soft">
            {" "}
            <Moment at={since} />
          </span>
        )}
      </span>
      <DismissAlarm alarm={alarm} />
    </li>
  );
}
