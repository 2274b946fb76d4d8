"use client";

import { CircleCheck, CircleX } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { type Colour, contrastOf, EDGE_CONTRAST_MIN, PAIRS, type Pair } from "@/components/fronts/design/contrast";
import { Specimen } from "@/components/fronts/design/specimen";
import { Badge } from "@/components/ui/badge";
import { classNames } from "@/components/ui/class-names";

/** Every colour pair used for text, with its contrast in this browser. */
export function ColourSpecimens() {
  return (
    <Specimen
      name="Colours"
      note="Contrast: 4.5 for text on every background it is used on, 3 for the edges of controls. Measured here."
    >
      <ul className="grid gap-2 sm:grid-cols-2">
        {PAIRS.map((pair) => (
          <Measured key={`${pair.front} ${pair.ground}`} pair={pair} />
        ))}
      </ul>
    </Specimen>
  );
}

function Measured({ pair: { front, ground, least } }: { pair: Pair }) {
  const swatch = useRef<HTMLSpanElement>(null);
  const [contrast, setContrast] = useState<number | null>(null);
  useEffect(() => {
    if (swatch.current === null) return;
    const { color, backgroundColor } = getComputedStyle(swatch.current);
    setContrast(contrastOf(drawn(color), drawn(backgroundColor)));
  }, []);
  const isEdge = least === EDGE_CONTRAST_MIN;
  const isEnough = contrast !== null && contrast >= least;
  return (
    <li
      className="flex items-center justify-between gap-2 rounded-control border border-line p-2"
      data-contrast={contrast}
    >
      <span
        ref={swatch}
        style={{ color: `var(--${front})`, backgroundColor: `var(--${ground})` }}
        className={classNames(
          "min-w-0 flex-1 truncate rounded px-2 py-1 text-small",
          isEdge && "border-2 border-current",
        )}
      >
        {/* An edge's colour is no colour for text. */}
        <span className={isEdge ? "text-ink" : undefined}>
          {front} on {ground}
        </span>
      </span>
      {contrast !== null && (
        <Badge tone={isEnough ? "good" : "wrong"} icon={isEnough ? CircleCheck : CircleX}>
          {contrast.toFixed(1)}
        </Badge>
      )}
    </li>
  );
}

/** Converts a colour in any notation to its value on this screen. */
function drawn(colour: string): Colour {
  const context = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d");
  if (context === null) return [0, 0, 0];
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}
