/** The format of a commit's subject: `area: summary`, as required by CONTRIBUTING.md. */
const CHARACTERS_MAX = 72;
const FORM = /^[a-z0-9][a-z0-9 ,./-]*: \S.*[^.\s]$/;
/** Subjects written by git. */
const BY_GIT = /^(Merge |Revert "|fixup! |squash! |amend! )/;

/** Returns what is wrong with a commit message's subject, or null. */
export function judgeSubject(message) {
  const subject = message.split("\n").find((line) => !line.startsWith("#")) ?? "";
  if (BY_GIT.test(subject)) return null;
  if ([...subject].length > CHARACTERS_MAX)
    return `the subject has ${[...subject].length} characters, at most ${CHARACTERS_MAX} are allowed`;
  return FORM.test(subject) ? null : "the subject is not `area: summary` in lower case without a full stop";
}
