import { z } from "zod";

/** The parts of a JSON schema that are used here. */
type Shape = {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape | boolean;
  readonly additionalProperties?: Shape | boolean;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly const?: unknown;
  readonly maxLength?: number;
};

/**
 * One location in an input that accepts a text: its name, the maximum length in its schema, and the
 * input with a given text there.
 */
export type Injection = {
  readonly place: string;
  readonly lengthMax: number | undefined;
  readonly inject: (text: string) => unknown;
};

/** Returns every text location of an input, including its variants, lists and objects. */
export function injectionsOf(input: z.ZodType): readonly Injection[] {
  const shape = z.toJSONSchema(input, { io: "input", unrepresentable: "any" }) as Shape;
  const places = new Map<string, Injection>();
  for (const inject of injectionsIn(shape)) {
    // A variant with a maximum length describes the text itself: the others describe its absence.
    if (inject.place !== "" && (inject.lengthMax !== undefined || !places.has(inject.place)))
      places.set(inject.place, inject);
  }
  return [...places.values()];
}

function injectionsIn(shape: Shape): Injection[] {
  const { properties = {}, additionalProperties, items } = shape;
  const variants = [...(shape.anyOf ?? []), ...(shape.oneOf ?? [])];
  const constants = Object.fromEntries(
    Object.entries(properties).flatMap(([name, member]) => (member.const === undefined ? [] : [[name, member.const]])),
  );
  const members = Object.entries(properties).flatMap(([name, member]) =>
    within(`.${name}`, member, (value) => ({ ...constants, [name]: value })),
  );
  const named = typeof additionalProperties === "object" ? additionalProperties : null;
  const entries = named === null ? [] : within("[name]", named, (value) => ({ name: value }));
  const listed = typeof items === "object" ? within("[]", items, (value) => [value]) : [];
  const crowds = listed.map(({ place, inject }) => ({ place: `${place} many times`, ...crowdOf(inject) }));
  const itself = { place: "", lengthMax: shape.maxLength, inject: (text: string) => text };
  return [itself, ...members, ...entries, ...listed, ...crowds, ...variants.flatMap(injectionsIn)];
}

/** As many list items as a body of the text's length can hold, each with a different short text. */
function crowdOf(inject: Injection["inject"]): Omit<Injection, "place"> {
  const itemOf = (text: string) => (inject(text) as readonly unknown[])[0];
  const crowd = (text: string) => {
    const count = Math.floor(text.length / JSON.stringify([itemOf("12345")]).length);
    return Array.from({ length: count }, (_, index) => itemOf(String(index)));
  };
  return { lengthMax: undefined, inject: crowd };
}

function within(step: string, shape: Shape, wrap: (value: unknown) => unknown): Injection[] {
  return injectionsIn(shape).map(({ place, lengthMax, inject }) => ({
    place: `${step}${place}`,
    lengthMax,
    inject: (text) => wrap(inject(text)),
  }));
}
