/** RFC 5321: the longest address that a mail server accepts. */
const EMAIL_CHARACTERS_MAX = 254;

type EmailInputProps = {
  /** What was submitted before, if the form is shown again. */
  readonly typed: string | undefined;
  readonly isRequired: boolean;
  readonly isWrong?: boolean;
};

/** The input `email` of a form on payers' pages. Its label has `htmlFor="email"`. */
export function EmailInput({ typed, isRequired, isWrong = false }: EmailInputProps) {
  return (
    <input
      id="email"
      name="email"
      type="email"
      dir="ltr"
      defaultValue={typed}
      maxLength={EMAIL_CHARACTERS_MAX}
      required={isRequired}
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      aria-invalid={isWrong ? true : undefined}
    />
  );
}
