import { z } from "zod";

/** The parts of a JSON schema that are looked at here. */
type Shape = {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape | boolean;
  readonly additionalProperties?: Shape | boolean;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly const?: unknown;
  readonly maxLength?: number;
};

/** One place of an input where a text can stand: its name, the longest text that its schema names, and the input with a text in it. */
export type Plant = {
  readonly place: string;
  readonly lengthMax: number | undefined;
  readonly plant: (text: string) => unknown;
};

/** Every place of an input, of all its variants, lists and objects within it. */
export function plantsOf(input: z.ZodType): readonly Plant[] {
  const shape = z.toJSONSchema(input, { io: "input", unrepresentable: "any" }) as Shape;
  const places = new Map<string, Plant>();
  for (const plant of plantsIn(shape)) {
    // One that names a length is the place itself: the others are the ways to leave it out.
    if (plant.place !== "" && (plant.lengthMax !== undefined || !places.has(plant.place)))
      places.set(plant.place, plant);
  }
  return [...places.values()];
}

function plantsIn(shape: Shape): Plant[] {
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
  const crowds = listed.map(({ place, plant }) => ({ place: `${place} many times`, ...crowdOf(plant) }));
  const itself = { place: "", lengthMax: shape.maxLength, plant: (text: string) => text };
  return [itself, ...members, ...entries, ...listed, ...crowds, ...variants.flatMap(plantsIn)];
}

/** As many items of a list as a body of that text's length can hold, each with another short text. */
function crowdOf(plant: Plant["plant"]): Omit<Plant, "place"> {
  const itemOf = (text: string) => (plant(text) as readonly unknown[])[0];
  const crowd = (text: string) => {
    const count = Math.floor(text.length / JSON.stringify([itemOf("12345")]).length);
    return Array.from({ length: count }, (_, index) => itemOf(String(index)));
  };
  return { lengthMax: undefined, plant: crowd };
}

function within(step: string, shape: Shape, wrap: (value: unknown) => unknown): Plant[] {
  return plantsIn(shape).map(({ place, lengthMax, plant }) => ({
    place: `${step}${place}`,
    lengthMax,
    plant: (text) => wrap(plant(text)),
  }));
}
