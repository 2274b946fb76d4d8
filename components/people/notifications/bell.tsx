"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Bell as BellIcon } from "lucide-react";
import { Popover } from "radix-ui";
import { useState } from "react";
import { NotificationList } from "@/components/people/notifications/notification-list";
import { Button } from "@/components/ui/button";
import { rpc } from "@/lib/fronts/client/rpc";

const REFRESH_MS = 10_000;
/** Beyond this an exact number says nothing more. */
const COUNTED_MAX = 99;

/** The number of unread notifications; opens their list. */
export function Bell({ merchantId }: { merchantId: string | null }) {
  const query = useInfiniteQuery(rpc.notifications.list.infiniteQueryOptions({}, { refetchInterval: REFRESH_MS }));
  const [isOpen, setOpen] = useState(false);
  const unread = query.data?.pages[0]?.unread ?? 0;
  const count = unread > COUNTED_MAX ? `${COUNTED_MAX}+` : String(unread);
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <Button
          variant="quiet"
          size="icon"
          className="relative"
          aria-label={unread === 0 ? "Notifications" : `Notifications, ${count} unread`}
        >
          <BellIcon aria-hidden className="size-4.5" />
          {unread > 0 && (
            <span
              aria-hidden
              className="absolute top-0.5 right-0 min-w-4 rounded-full bg-accent px-1 text-center text-[0.625rem] leading-4 font-semibold text-on-accent tabular-nums"
            >
              {count}
            </span>
          )}
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={12}
          aria-label="Notifications"
          className="z-50 flex max-h-[min(34rem,80dvh)] w-[calc(100vw-1.5rem)] flex-col overflow-hidden rounded-card border border-line bg-surface shadow-raised sm:w-96"
        >
          <NotificationList query={query} merchantId={merchantId} onLeave={() => setOpen(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
