/**
 * Shapes of JSON responses: which keys exist and of what type, never a value. Text, numbers and
 * booleans are written as "text", "number" and "boolean", a list as [shape of its items], an object
 * as its keys; a key that some items lack ends with "?". In shapes written by hand "@name" refers
 * to one of the file's parts.
 *
 * @typedef {string | readonly Shape[] | { readonly [key: string]: Shape }} Shape
 */

/** @param {unknown} value @returns {Shape} */
export function shapeOf(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? [] : [value.map(shapeOf).reduce(mergeShapes)];
  if (typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shapeOf(item)]));
  }
  return typeof value === "string" ? "text" : typeof value;
}

/**
 * Merges the shapes of two responses to the same request. @param {Shape} left @param {Shape}
 * right @returns {Shape}
 */
export function mergeShapes(left, right) {
  if (Array.isArray(left) && Array.isArray(right)) {
    const items = [...left, ...right];
    return items.length === 0 ? [] : [items.reduce(mergeShapes)];
  }
  if (isObject(left) && isObject(right)) return mergeObjects(left, right);
  const [one, other] = [JSON.stringify(left), JSON.stringify(right)];
  return one === other ? left : [...new Set([...one.split(" or "), ...other.split(" or ")])].sort().join(" or ");
}

function mergeObjects(left, right) {
  const [ours, theirs] = [fieldsOf(left), fieldsOf(right)];
  const keys = [...new Set([...ours.keys(), ...theirs.keys()])].sort();
  return Object.fromEntries(
    keys.map((key) => {
      const [one, other] = [ours.get(key), theirs.get(key)];
      const isOptional = !one || !other || one.isOptional || other.isOptional;
      const shape = one && other ? mergeShapes(one.shape, other.shape) : (one ?? other).shape;
      return [isOptional ? `${key}?` : key, shape];
    }),
  );
}

/**
 * Lists the keys of a value that are unknown to the shape, required keys that it lacks, and those
 * of another type; each difference as a sentence with its path. Empty if the value fits.
 *
 * @param {unknown} value
 * @param {Shape} shape
 * @param {{ readonly [name: string]: Shape }} [parts]
 * @param {string} [path]
 * @returns {string[]}
 */
export function differences(value, shape, parts = {}, path = "") {
  const wanted = resolve(shape, parts);
  if (Array.isArray(wanted)) return listDifferences(value, wanted, parts, path);
  if (isObject(wanted)) {
    return isObject(value) ? objectDifferences(value, fieldsOf(wanted), parts, path) : [`${named(path)} is no object`];
  }
  const found = shapeOf(value);
  const isFit = wanted === "any" || wanted.split(" or ").includes(String(found));
  return isFit ? [] : [`${named(path)} is ${typeof found === "string" ? found : "no scalar"}, not ${wanted}`];
}

const named = (path) => path || "the answer";

function listDifferences(value, [item], parts, path) {
  if (!Array.isArray(value)) return [`${named(path)} is no list`];
  return item === undefined ? [] : value.flatMap((each) => differences(each, item, parts, `${path}[]`));
}

function objectDifferences(value, fields, parts, path) {
  const at = (key) => (path === "" ? key : `${path}.${key}`);
  const unknown = Object.keys(value).filter((key) => !fields.has(key));
  return [
    ...unknown.map((key) => `${at(key)} is not known`),
    ...[...fields].flatMap(([key, { shape, isOptional }]) => {
      if (key in value) return differences(value[key], shape, parts, at(key));
      return isOptional ? [] : [`${at(key)} is missing`];
    }),
  ];
}

function fieldsOf(shape) {
  return new Map(
    Object.entries(shape).map(([key, item]) => {
      const isOptional = key.endsWith("?");
      return [isOptional ? key.slice(0, -1) : key, { shape: item, isOptional }];
    }),
  );
}

function resolve(shape, parts) {
  if (typeof shape !== "string" || !shape.startsWith("@")) return shape;
  const part = parts[shape.slice(1)];
  if (part === undefined) throw new Error(`no part is called ${shape}`);
  return part;
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
