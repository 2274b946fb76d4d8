"use client";

import { useQuery } from "@tanstack/react-query";
import { MessageSquare } from "lucide-react";
import { ChangeChatDialog, type ChatsApi, NewChatDialog } from "@/components/people/notifications/chat-dialogs";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DialogButton } from "@/components/ui/dialog-button";
import { EmptyState } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { Notice } from "@/components/ui/notice";
import { Loaded } from "@/components/ui/query-states";
import { useCommand } from "@/components/ui/use-command";
import { rpc } from "@/lib/fronts/client/rpc";
import { CHAT_SERVICE_TEXTS, CHATS_MAX, type ChatView, kindsOfChats } from "@/lib/people/notifications/chat-schema";
import { KIND_RULES, type NotificationKind } from "@/lib/people/notifications/notification-schema";

/** The result of a test shows without reloading the page. */
const WAITING_POLL_MS = 3_000;

/** The chats that are notified of a merchant's events. */
export function MerchantChats({ mayChange }: { readonly mayChange: boolean }) {
  return (
    <ChatsCard
      api={rpc.chats}
      kinds={kindsOfChats({ merchantId: "" })}
      mayChange={mayChange}
      description={`${mayChange ? "" : "Only an owner can change this. "}Everybody in these chats sees the events of the shop that you choose for them.`}
    />
  );
}

/** The chats that are notified about the installation. */
export function OperatorChats() {
  return (
    <ChatsCard
      api={rpc.operator.chats}
      kinds={kindsOfChats({ merchantId: null })}
      mayChange
      description="Everybody in these chats sees the events of the installation that you choose for them."
    />
  );
}

type ChatsCardProps = {
  readonly api: ChatsApi;
  readonly kinds: readonly NotificationKind[];
  readonly mayChange: boolean;
  readonly description: string;
};

function ChatsCard({ api, kinds, mayChange, description }: ChatsCardProps) {
  const query = useQuery({
    ...api.list.queryOptions(undefined),
    refetchInterval: ({ state }) => (state.data?.items.some(({ waiting }) => waiting > 0) ? WAITING_POLL_MS : false),
  });
  const isFull = (query.data?.items.length ?? 0) >= CHATS_MAX;
  return (
    <Card
      title="Notified chats"
      description={description}
      action={
        mayChange && (
          <DialogButton label="Add chat…" disabled={isFull}>
            {(close) => <NewChatDialog api={api} kinds={kinds} onClose={close} />}
          </DialogButton>
        )
      }
    >
      <Loaded query={query} failure="The chats could not be loaded">
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={MessageSquare} title="No chats yet">
              Add a chat of Telegram, Slack or Discord, or any other webhook, to be notified there.
            </EmptyState>
          ) : (
            <ul className="divide-y divide-line">
              {items.map((chat) => (
                <ChatRow key={chat.id} chat={chat} api={api} kinds={kinds} mayChange={mayChange} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

const STATES: Readonly<Record<ChatView["state"], { readonly label: string; readonly tone: Tone }>> = {
  enabled: { label: "Enabled", tone: "good" },
  disabled: { label: "Disabled", tone: "neutral" },
  stopped: { label: "Stopped", tone: "wrong" },
};

type ChatRowProps = Omit<ChatsCardProps, "description"> & { readonly chat: ChatView };

function ChatRow({ chat, api, kinds, mayChange }: ChatRowProps) {
  const { service, name, target, state, lastError } = chat;
  const { label, tone } = STATES[state];
  return (
    <li className="flex flex-col gap-2 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1 basis-48">
          <p className="font-medium wrap-anywhere">{name}</p>
          <p className="text-label wrap-anywhere text-ink-quiet">
            {CHAT_SERVICE_TEXTS[service].name} · {target}
          </p>
        </div>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="text-small text-ink-soft">{chat.kinds.map((kind) => KIND_RULES[kind].label).join(", ")}</p>
      <LastCall chat={chat} />
      {state === "stopped" && (
        <Notice tone="wrong">
          Disabled, because it refused several messages in a row. Change it and send a test message, then enable it
          again.
        </Notice>
      )}
      {state === "enabled" && lastError !== null && (
        <Notice tone="waiting">Messages are tried again for a day. Send a test message to try at once.</Notice>
      )}
      {mayChange && <ChatActions chat={chat} api={api} kinds={kinds} />}
    </li>
  );
}

function LastCall({ chat: { calledAt, lastError, waiting } }: { readonly chat: ChatView }) {
  return (
    <p className="text-label wrap-anywhere text-ink-quiet">
      {calledAt === null ? (
        "Nothing was sent yet"
      ) : (
        <>
          {lastError === null ? "Sent" : "Failed"} <Moment at={calledAt} style="relative" />
          {lastError !== null && `: ${lastError}`}
        </>
      )}
      {waiting > 0 && ` · ${waiting} waiting`}
    </p>
  );
}

function ChatActions({ chat: { id, name, state }, api, kinds, chat }: Omit<ChatRowProps, "mayChange">) {
  const test = useCommand(api.test.mutate, { done: "A test message is on its way." });
  const enable = useCommand(api.enable.mutate, { done: "Enabled." });
  const disable = useCommand(api.disable.mutate, { done: "Disabled." });
  const failure = test.error ?? enable.error ?? disable.error;
  return (
    <>
      {failure && <Notice tone="wrong">{failure.message}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          isBusy={test.isPending}
          aria-label={`Send test message to ${name}`}
          onClick={() => test.mutate({ id })}
        >
          Send test message
        </Button>
        <DialogButton label="Change…" aria-label={`Change ${name}`}>
          {(close) => <ChangeChatDialog chat={chat} api={api} kinds={kinds} onClose={close} />}
        </DialogButton>
        {state === "enabled" ? (
          <Button
            size="small"
            isBusy={disable.isPending}
            aria-label={`Disable ${name}`}
            onClick={() => disable.mutate({ id })}
          >
            Disable
          </Button>
        ) : (
          <Button
            size="small"
            isBusy={enable.isPending}
            aria-label={`Enable ${name}`}
            onClick={() => enable.mutate({ id })}
          >
            Enable
          </Button>
        )}
        <DialogButton label="Remove…" aria-label={`Remove ${name}`}>
          {(close) => (
            <ConfirmDialog
              title={`Remove the chat ${name}?`}
              description="It is notified of nothing any more, and what waits for it is not sent."
              leave="Cancel"
              act="Remove chat"
              tone="danger"
              send={() => api.remove.mutate({ id })}
              done="Chat removed."
              onClose={close}
            />
          )}
        </DialogButton>
      </div>
    </>
  );
}
