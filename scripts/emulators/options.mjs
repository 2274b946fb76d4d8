/** Reads the option `name` of `values` as a whole number. @throws Error that names the option */
export function readCount(values, name) {
  if (/^[0-9]{1,8}$/.test(values[name])) return Number(values[name]);
  throw new Error(`--${name} must be a whole number, not ${values[name]}`);
}
