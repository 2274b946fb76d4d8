/** sRGB, each 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** Returns the WCAG 2.2 contrast between two opaque colours: 1 to 21. */
export function contrastOf(one: Colour, other: Colour): number {
  const [darker, lighter] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

function luminanceOf([red, green, blue]: Colour): number {
  const linear = (channel: number) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Minimum contrast of text on its background, and of the edge of a control. */
export const TEXT_CONTRAST_MIN = 4.5;
export const EDGE_CONTRAST_MIN = 3;

export type Pair = { readonly front: string; readonly ground: string; readonly least: number };

const TEXTS = ["ink", "ink-soft", "ink-quiet", "accent"] as const;
const GROUNDS = ["canvas", "surface", "sunken"] as const;
const STATES = ["waiting", "moving", "good", "wrong"] as const;

/**
 * Every text colour on every background that it is used on, and the edges of controls. Names of
 * tokens.
 */
export const PAIRS: readonly Pair[] = [
  ...TEXTS.flatMap((front) => GROUNDS.map((ground) => ({ front, ground, least: TEXT_CONTRAST_MIN }))),
  { front: "accent", ground: "accent-soft", least: TEXT_CONTRAST_MIN },
  { front: "on-accent", ground: "accent", least: TEXT_CONTRAST_MIN },
  { front: "on-accent", ground: "accent-strong", least: TEXT_CONTRAST_MIN },
  ...STATES.flatMap((front) =>
    [`${front}-soft`, "surface"].map((ground) => ({ front, ground, least: TEXT_CONTRAST_MIN })),
  ),
  ...STATES.map((state) => ({ front: "ink", ground: `${state}-soft`, least: TEXT_CONTRAST_MIN })),
  { front: "line-strong", ground: "surface", least: EDGE_CONTRAST_MIN },
];
