"use client";

import { type UseInfiniteQueryResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { BellOff } from "lucide-react";
import { useRouter } from "next/navigation";
import { toast } from "sonner";
import { NotificationItem } from "@/components/people/notifications/notification-item";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PagedList, type Pages } from "@/components/ui/query-states";
import { TextLink } from "@/components/ui/text-link";
import { openMerchant } from "@/lib/fronts/client/account";
import { rpc } from "@/lib/fronts/client/rpc";
import { leaveIfConfirmed } from "@/lib/fronts/client/unsaved";
import { routes } from "@/lib/fronts/paths/routes";
import type { NotificationView, ReadNotifications } from "@/lib/people/notifications/notification-schema";

export type NotificationListProps = {
  readonly query: UseInfiniteQueryResult<Pages<NotificationView>>;
  /** The currently selected merchant. */
  readonly merchantId: string | null;
  readonly onLeave: () => void;
};

/** Notifications, newest first; each links to its object. */
export function NotificationList({ query, merchantId, onLeave }: NotificationListProps) {
  const queries = useQueryClient();
  const router = useRouter();
  const refresh = () => queries.invalidateQueries({ queryKey: rpc.notifications.list.infiniteQueryKey({}) });
  const readAll = useMutation({
    mutationFn: (which: ReadNotifications) => rpc.notifications.read.mutate(which),
    onSuccess: refresh,
  });
  const open = useMutation({
    mutationFn: async (one: NotificationView) => {
      if (!one.isRead) await rpc.notifications.read.mutate({ id: one.id });
      if (one.merchantId !== null && one.merchantId !== merchantId) return openMerchant(one.merchantId, one.path);
      onLeave();
      router.push(one.path);
      await refresh();
    },
    onError: (error) => toast.error(error.message),
  });
  const newest = query.data?.pages[0]?.items[0];
  const names = new Set(query.data?.pages.flatMap(({ items }) => items.map((one) => one.merchantName)));
  return (
    <>
      <div className="flex items-center justify-between gap-3 border-b border-line px-4 py-2">
        <h2 className="font-semibold">Notifications</h2>
        <Button
          variant="quiet"
          size="small"
          disabled={newest === undefined}
          isBusy={readAll.isPending}
          onClick={() => newest && readAll.mutate({ upTo: newest.id })}
        >
          Mark all read
        </Button>
      </div>
      <div className="min-h-0 overflow-y-auto">
        <PagedList query={query} failure="The notifications could not be loaded" empty={<NothingHappened />}>
          {(rows) => (
            <ul className="divide-y divide-line">
              {rows.map((one) => (
                <NotificationItem
                  key={one.id}
                  notification={one}
                  isNamed={names.size > 1}
                  onOpen={() => leaveIfConfirmed(() => open.mutate(one))}
                />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
      <p className="border-t border-line px-4 py-2.5 text-small">
        <TextLink href={`${routes.account()}#notifications`}>Notification settings</TextLink>
      </p>
    </>
  );
}

function NothingHappened() {
  return (
    <EmptyState icon={BellOff} title="No notifications yet">
      Paid invoices, payouts, cases and failing webhooks appear here.
    </EmptyState>
  );
}
