import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { fetchJson, withSearch } from "@/lib/fronts/client/fetch-json";
import {
  type NotificationChoice,
  notificationChoicesView,
  notificationPageView,
  type ReadNotifications,
} from "@/lib/people/notifications/notification-schema";

const REFRESH_MS = 10_000;

const done = z.object({});

export const notificationQueries = {
  all: ["notifications"] as const,
  list: () =>
    infiniteQueryOptions({
      queryKey: ["notifications", "list"],
      queryFn: ({ pageParam, signal }) =>
        fetchJson(withSearch("/api/notifications", { before: pageParam }), notificationPageView, { signal }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextBefore,
      refetchInterval: REFRESH_MS,
    }),
  choices: () =>
    queryOptions({
      queryKey: ["notifications", "choices"],
      queryFn: ({ signal }) => fetchJson("/api/account/notifications", notificationChoicesView, { signal }),
    }),
};

export function readNotifications(which: ReadNotifications) {
  return fetchJson("/api/notifications/read", done, { method: "POST", body: which });
}

export function chooseNotification(choice: NotificationChoice) {
  return fetchJson("/api/account/notifications", done, { method: "POST", body: choice });
}
