import type { ReactNode } from "react";

/**
 * Drawn for this page: 24 units, strokes only, in the colour of the text beside them. Always next
 * to text, so hidden from screen readers.
 */
const PATHS = {
  clock: <path d="M12 7v5l3 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z" />,
  check: <path d="m5 12.5 4.5 4.5L19 7.5" />,
  moving: <path d="M20 12a8 8 0 0 1-14 5.3M4 12a8 8 0 0 1 14-5.3M18 3v4h-4M6 21v-4h4" />,
  alert: (
    <path d="M12 8.5v4.5M12 16.4v.1M10.4 4 2.8 17.2A1.9 1.9 0 0 0 4.4 20h15.2a1.9 1.9 0 0 0 1.6-2.8L13.6 4a1.9 1.9 0 0 0-3.2 0Z" />
  ),
  copy: <path d="M9 9h10v11H9zM15 9V4H5v11h4" />,
  out: <path d="M14 4h6v6M20 4l-9 9M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5" />,
  back: <path d="M19 12H5M11 6l-6 6 6 6" />,
  globe: <path d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3 12h18M12 3c5.500 5 5.500 13 0 18-5.500-5-5.500-13 0-18Z" />,
  shield: <path d="M12 3 5 6v5c0 4.6 2.9 8.2 7 10 4.1-1.8 7-5.4 7-10V6Z" />,
} as const satisfies Record<string, ReactNode>;

export type IconName = keyof typeof PATHS;

type IconProps = { readonly name: IconName };

export function Icon({ name }: IconProps) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      {PATHS[name]}
    </svg>
  );
}
