import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { fetchJson } from "@/lib/fronts/client/fetch-json";
import { type NotificationChoice, notificationChoicesView } from "@/lib/people/notifications/notification-schema";

const done = z.object({});

export const notificationQueries = {
  choices: () =>
    queryOptions({
      queryKey: ["notifications", "choices"],
      queryFn: ({ signal }) => fetchJson("/api/account/notifications", notificationChoicesView, { signal }),
    }),
};

export function chooseNotification(choice: NotificationChoice) {
  return fetchJson("/api/account/notifications", done, { method: "POST", body: choice });
}
