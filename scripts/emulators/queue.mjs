/** Runs what is handed in one after the other, and answers what each answers or throws. */
export function createQueue() {
  let last = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
