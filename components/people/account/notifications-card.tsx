"use client";

import { useQuery } from "@tanstack/react-query";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { Notice } from "@/components/ui/notice";
import { Loaded } from "@/components/ui/query-states";
import { useCommand } from "@/components/ui/use-command";
import { rpc } from "@/lib/fronts/client/rpc";
import { KIND_RULES, type NotificationPreference } from "@/lib/people/notifications/notification-schema";

/** Notification channels for each event: in the app, by mail, both or neither. */
export function NotificationsCard() {
  const query = useQuery(rpc.account.notifications.choices.queryOptions());
  const choose = useCommand(rpc.account.notifications.choose.mutate, { done: "Saved." });
  return (
    <div id="notifications" className="scroll-mt-20">
      <Card
        title="Notifications"
        description="Choose which events notify you in the app, by e-mail, both, or not at all."
      >
        <Loaded query={query} failure="Notification settings could not be loaded">
          {({ choices, isMailVerified }) => (
            <div className="flex flex-col gap-4">
              {choose.error && <Notice tone="wrong">{choose.error.message}</Notice>}
              {!isMailVerified && <Notice tone="waiting">You get e-mails once you have confirmed your address.</Notice>}
              <ul className="divide-y divide-line">
                {choices.map((choice) => (
                  <ChoiceRow
                    key={choice.kind}
                    choice={choice}
                    isBusy={choose.isPending}
                    onChange={(changed) => choose.mutate(changed)}
                  />
                ))}
              </ul>
            </div>
          )}
        </Loaded>
      </Card>
    </div>
  );
}

type ChoiceRowProps = {
  readonly choice: NotificationPreference;
  readonly isBusy: boolean;
  readonly onChange: (choice: NotificationPreference) => void;
};

function ChoiceRow({ choice, isBusy, onChange }: ChoiceRowProps) {
  const { label, hint } = KIND_RULES[choice.kind];
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <fieldset className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <legend className="sr-only">{label}</legend>
        <span className="min-w-0 flex-1 basis-48">
          <span aria-hidden className="block font-medium">
            {label}
          </span>
          <span className="block text-label text-ink-quiet">{hint}</span>
        </span>
        <span className="flex shrink-0 gap-5">
          <Checkbox
            label="In the app"
            isChecked={choice.inApp}
            isDisabled={isBusy}
            onChange={(inApp) => onChange({ ...choice, inApp })}
          />
          <Checkbox
            label="By e-mail"
            isChecked={choice.byMail}
            isDisabled={isBusy}
            onChange={(byMail) => onChange({ ...choice, byMail })}
          />
        </span>
      </fieldset>
    </li>
  );
}
