"use client";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { readableAccent, type Theme } from "@/lib/people/brands/readable-accent";

/** The page's default colour (components/payers/pay/style/base.css). */
const OWN_ACCENT = "#3d4cb8";
const WHOLE = /^#[0-9a-f]{6}$/i;
const THEMES = ["light", "dark"] as const;

type BrandAccentFieldProps = {
  /** As typed; empty: the page's default colour. */
  readonly accent: string;
  readonly error: string | undefined;
  readonly mayChange: boolean;
  readonly onChange: (accent: string) => void;
};

/** The colour of buttons and links, with the adjustments that keep text readable. */
export function BrandAccentField({ accent, error, mayChange, onChange }: BrandAccentFieldProps) {
  const chosen = accent.trim().toLowerCase();
  const isWhole = WHOLE.test(chosen);
  return (
    <div className="flex flex-col gap-2.5">
      <Field
        label="Button and link colour"
        isOptional
        hint="Green, blue, yellow and red are reserved for payment status and don't change."
        error={error}
      >
        {(control) => (
          <div className="flex gap-2">
            {mayChange && (
              <input
                type="color"
                aria-label="Choose colour"
                value={isWhole ? chosen : OWN_ACCENT}
                onChange={(event) => onChange(event.target.value)}
                className="h-10 w-14 shrink-0 rounded-control border border-line-strong/70 bg-surface p-1 md:h-9"
              />
            )}
            <Input
              {...control}
              value={accent}
              placeholder={OWN_ACCENT}
              autoComplete="off"
              spellCheck={false}
              className="font-mono"
              onChange={(event) => onChange(event.target.value)}
            />
            {mayChange && accent !== "" && (
              <Button className="h-10 md:h-9" onClick={() => onChange("")}>
                Use default
              </Button>
            )}
          </div>
        )}
      </Field>
      {isWhole && (
        <ul aria-live="polite" className="flex flex-col gap-1.5">
          {THEMES.map((theme) => (
            <Swatch key={theme} chosen={chosen} theme={theme} />
          ))}
        </ul>
      )}
    </div>
  );
}

const NAMES: Readonly<Record<Theme, { readonly name: string; readonly moved: string }>> = {
  light: { name: "Light theme", moved: "darkened for readable text (contrast 4.5:1)" },
  dark: { name: "Dark theme", moved: "lightened for readable text (contrast 4.5:1)" },
};

function Swatch({ chosen, theme }: { readonly chosen: string; readonly theme: Theme }) {
  const { accent, onAccent } = readableAccent(chosen, theme);
  const { name, moved } = NAMES[theme];
  return (
    <li className="flex items-start gap-2.5 text-label text-ink-soft">
      <span
        className="shrink-0 rounded-control px-3 py-1 font-medium"
        style={{ backgroundColor: accent, color: onAccent }}
        aria-hidden
      >
        Pay
      </span>
      <span className="min-w-0 pt-1">
        {name}: <code className="font-mono">{accent}</code>, {accent === chosen ? "unchanged" : moved}
      </span>
    </li>
  );
}
