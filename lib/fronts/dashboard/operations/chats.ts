import type { Member } from "@/lib/fronts/dashboard/current-session";
import { fresh, type Gate, member, operator } from "@/lib/fronts/dashboard/gates";
import { byId, done, operation, router } from "@/lib/fronts/dashboard/procedure";
import type { SessionRow } from "@/lib/people/identity/sessions-repo";
import { changeChatInput, chatListView, newChatInput } from "@/lib/people/notifications/chat-schema";
import {
  type ChatChanger,
  changeChat,
  createChat,
  disableChat,
  enableChat,
  listChats,
  removeChat,
  testChat,
} from "@/lib/people/notifications/chats";

type ChatGate = Gate<{ readonly who: ChatChanger }>;

/** Returns the same gate, which says whose chats its caller may see or change. */
function ofChats<Caller>({ name, admit }: Gate<Caller>, changerOf: (caller: Caller) => ChatChanger): ChatGate {
  return { name, admit: async (request, now) => ({ who: changerOf(await admit(request, now)) }) };
}

/**
 * Operations on chats that are notified. Whoever adds or enables one lets it know what happens from
 * then on: they confirm their identity (`proven`), as for the URL of webhooks.
 */
function chatsBehind({ read, change, proven }: Readonly<Record<"read" | "change" | "proven", ChatGate>>) {
  return router({
    list: operation(read)
      .output(chatListView)
      .query(({ ctx: { who } }) => listChats(who)),

    create: operation(proven)
      .input(newChatInput)
      .output(byId)
      .mutation(({ ctx: { who }, input }) => createChat(who, input)),

    change: operation(proven)
      .input(changeChatInput)
      .output(done)
      .mutation(async ({ ctx: { who }, input }) => {
        await changeChat(who, input);
        return {};
      }),

    enable: operation(proven)
      .input(byId)
      .output(done)
      .mutation(async ({ ctx: { who }, input }) => {
        await enableChat(who, input.id);
        return {};
      }),

    disable: operation(change)
      .input(byId)
      .output(done)
      .mutation(async ({ ctx: { who }, input }) => {
        await disableChat(who, input.id);
        return {};
      }),

    remove: operation(change)
      .input(byId)
      .output(done)
      .mutation(async ({ ctx: { who }, input }) => {
        await removeChat(who, input.id);
        return {};
      }),

    /** Sends a test message; the list shows its result. */
    test: operation(change)
      .input(byId)
      .output(done)
      .mutation(async ({ ctx: { who }, input }) => {
        await testChat(who, input.id);
        return {};
      }),
  });
}

const ofMember = ({ member: { merchantId, session } }: { readonly member: Member }): ChatChanger => ({
  merchantId,
  actorId: session.user.id,
});
const ofOperator = ({ session }: { readonly session: SessionRow }): ChatChanger => ({
  merchantId: null,
  actorId: session.user.id,
});

/** The chats of a merchant. */
export const chats = chatsBehind({
  read: ofChats(member("merchant.read"), ofMember),
  change: ofChats(member("merchant.change"), ofMember),
  proven: ofChats(fresh(member("merchant.change")), ofMember),
});

/** The chats of the installation. */
export const operatorChats = chatsBehind({
  read: ofChats(operator(), ofOperator),
  change: ofChats(operator(), ofOperator),
  proven: ofChats(fresh(operator()), ofOperator),
});
