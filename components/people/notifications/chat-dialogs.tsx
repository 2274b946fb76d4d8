"use client";

import { CircleAlert } from "lucide-react";
import { Checkbox } from "@/components/ui/checkbox";
import { FormDialog } from "@/components/ui/form-dialog";
import type { FormField } from "@/components/ui/form-fields";
import type { FormPart } from "@/components/ui/use-checked-form";
import { useFormCommand } from "@/components/ui/use-form-command";
import type { rpc } from "@/lib/fronts/client/rpc";
import {
  CHAT_SERVICE_TEXTS,
  CHAT_SERVICES,
  type ChangeChat,
  type ChatService,
  type ChatView,
  changeChatInput,
  type NewChat,
  newChatInput,
} from "@/lib/people/notifications/chat-schema";
import { KIND_RULES, type NotificationKind } from "@/lib/people/notifications/notification-schema";

type AddressForm = Pick<NewChat, "name" | "bot" | "chatId" | "url">;

/** Operations of the merchant's chats, or the installation's. */
export type ChatsApi = typeof rpc.chats;

const BLANK = { name: "", bot: "", chatId: "", url: "" } as const;
const NAME = { name: "name", label: "Name", placeholder: "Sales channel" } as const;

/** `isKept`: an empty bot or URL stays as it is. */
function addressFields(service: ChatService, isKept: boolean): readonly FormField<AddressForm>[] {
  const kept = isKept ? "Leave it empty to keep the present one." : undefined;
  if (service !== "telegram") {
    const hint = kept ?? CHAT_SERVICE_TEXTS[service].urlHint;
    return [NAME, { name: "url", kind: "url", label: "Webhook URL", hint }];
  }
  return [
    NAME,
    { name: "bot", kind: "address", label: "Bot token", hint: kept ?? "From @BotFather. Add the bot to the chat." },
    { name: "chatId", kind: "address", label: "Chat ID", placeholder: "-1001234567890" },
  ];
}

type NewChatDialogProps = {
  readonly api: ChatsApi;
  readonly kinds: readonly NotificationKind[];
  readonly onClose: () => void;
};

/** Adds a chat, with all kinds that people are mailed about by default. */
export function NewChatDialog({ api, kinds, onClose }: NewChatDialogProps) {
  const usual = kinds.filter((kind) => KIND_RULES[kind].usual.byMail);
  const initial = (): NewChat => ({ service: "telegram", kinds: usual, ...BLANK });
  const command = useFormCommand<NewChat, unknown>(newChatInput, initial, {
    send: (form) => api.create.mutate(form),
    done: "The chat was added. Send a test message to try it.",
    onDone: onClose,
  });
  const choices = CHAT_SERVICES.map((value) => ({ value, label: CHAT_SERVICE_TEXTS[value].name }));
  return (
    <FormDialog
      command={command}
      title="Add chat"
      act="Add chat"
      fields={[
        { name: "service", kind: "choice", label: "Service", choices },
        ...addressFields(command.form.service, false),
      ]}
      onClose={onClose}
    >
      <KindsField {...command} kinds={kinds} />
    </FormDialog>
  );
}

/** Changes a chat's name, address and kinds. */
export function ChangeChatDialog({ chat, api, kinds, onClose }: NewChatDialogProps & { readonly chat: ChatView }) {
  const { id, service, name, target } = chat;
  const chatId = service === "telegram" ? target : "";
  const initial = (): ChangeChat => ({ ...BLANK, id, service, name, chatId, kinds: chat.kinds });
  const command = useFormCommand<ChangeChat, unknown>(changeChatInput, initial, {
    send: (form) => api.change.mutate(form),
    done: "Changed.",
    onDone: onClose,
  });
  return (
    <FormDialog
      command={command}
      title={`Change ${name}`}
      act="Save"
      fields={addressFields(service, true)}
      onClose={onClose}
    >
      <KindsField {...command} kinds={kinds} />
    </FormDialog>
  );
}

type KindsForm = { readonly kinds: NotificationKind[] };

function KindsField<Form extends KindsForm>(props: FormPart<Form> & { readonly kinds: readonly NotificationKind[] }) {
  const { form, wrong, change, kinds } = props;
  const set = (kind: NotificationKind, isChosen: boolean) => {
    const chosen = kinds.filter((one) => (one === kind ? isChosen : form.kinds.includes(one)));
    change({ kinds: chosen } as unknown as Partial<Form>);
  };
  return (
    <fieldset className="flex flex-col gap-2.5" aria-invalid={wrong["kinds"] ? true : undefined}>
      <legend className="mb-1.5 text-small font-medium text-ink">Events</legend>
      {kinds.map((kind) => (
        <Checkbox
          key={kind}
          label={KIND_RULES[kind].label}
          isChecked={form.kinds.includes(kind)}
          onChange={(isChosen) => set(kind, isChosen)}
        />
      ))}
      {wrong["kinds"] && (
        <p role="alert" className="flex items-start gap-1.5 text-label text-wrong">
          <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          {wrong["kinds"]}
        </p>
      )}
    </fieldset>
  );
}
