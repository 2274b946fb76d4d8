/** The two themes of the payment page. */
export type Theme = "light" | "dark";

export type AccentColours = {
  /** For links and lines, and as the background of buttons. */
  readonly accent: string;
  /** For text on the accent. */
  readonly onAccent: string;
};

type Rgb = readonly [red: number, green: number, blue: number];

/** WCAG 2.2, success criterion 1.4.3: text of any size. */
export const CONTRAST_MIN = 4.5;

/**
 * The surfaces on which the accent is used as text (card, ground, raised:
 * components/payers/pay/style/base.css), the colour it shifts towards until it is readable, and the
 * text colour on the accent.
 */
const THEMES: Readonly<Record<Theme, { readonly grounds: readonly string[]; readonly end: Rgb; readonly on: string }>> =
  {
    light: { grounds: ["#ffffff", "#fbfaf8", "#f5f3f0"], end: [0, 0, 0], on: "#ffffff" },
    dark: { grounds: ["#17191e", "#0f1014", "#1f2228"], end: [255, 255, 255], on: "#0b1023" },
  };

const STEPS = 100;

/**
 * Darkens (light theme) or lightens (dark theme) a merchant's colour just enough that it is
 * readable as text on the page and text is readable on it, each at 4.5 to 1 or better. `accent` is
 * `#rrggbb`.
 */
export function readableAccent(accent: string, theme: Theme): AccentColours {
  const { grounds, end, on } = THEMES[theme];
  for (let step = 0; step <= STEPS; step += 1) {
    const colour = toHex(mix(toRgb(accent), end, step / STEPS));
    if ([...grounds, on].every((other) => contrast(colour, other) >= CONTRAST_MIN)) {
      return { accent: colour, onAccent: on };
    }
  }
  throw new Error(`Neither end of the scale can be read in the ${theme} theme`);
}

/** Returns the contrast ratio of two colours, 1 to 21, as WCAG 2.2 defines it. */
export function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(toRgb(one)), luminance(toRgb(other))].toSorted((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

/** Relative luminance, WCAG 2.2. */
function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const channel = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share);
  return [channel(0), channel(1), channel(2)];
}

function toRgb(colour: string): Rgb {
  const channel = (start: number) => Number.parseInt(colour.slice(start, start + 2), 16);
  return [channel(1), channel(3), channel(5)];
}

function toHex(colour: Rgb): string {
  return `#${colour.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}
