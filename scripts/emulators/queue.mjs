/**
 * Creates a queue that runs tasks one after the other, and passes on what each returns or throws.
 */
export function createQueue() {
  let last = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
