import type { LockedUser } from "@/lib/fronts/admin/users-repo";
import type { Tx } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { headerLine } from "@/lib/kernel/mail/mail-address";
import { mailOperators, personWords } from "@/lib/people/merchants/mail-owners";

export type OperatorNews = {
  /** Whom it is about, as they were before. */
  readonly user: LockedUser;
  /** Every other operator. */
  readonly others: readonly LockedUser[];
  readonly actorId: string;
  readonly did: "named" | "withdrawn" | "suspended" | "let-in";
  readonly reason: string;
};

const DID = {
  named: { subject: "There is a new operator", words: "is an operator of this gateway now" },
  withdrawn: { subject: "An operator was withdrawn", words: "is no operator of this gateway any more" },
  suspended: { subject: "An operator was suspended", words: "was suspended and cannot sign in" },
  "let-in": { subject: "An operator may sign in again", words: "is suspended no longer" },
} as const satisfies Record<OperatorNews["did"], object>;

/** Mails every operator, and whom it is about, that who runs the gateway was changed, in the transaction of the change. */
export async function tellOperators(tx: Tx, { user, others, actorId, did, reason }: OperatorNews): Promise<void> {
  const { subject, words } = DID[did];
  const by = [user, ...others].find(({ id }) => id === actorId);
  const paragraphs = [
    `${personWords(user)} ${words}.`,
    `Done by ${by === undefined ? "an operator" : personWords(by)}, who gave this reason: ${headerLine(reason, reason.length)}`,
    `If that should not be, act at once: ${env().BASE_URL}/operator/users`,
  ];
  await mailOperators(tx, { subject, paragraphs, also: user });
}
