/** Wakes one waiter. If it is called while nobody waits, the next wait ends at once. */
export class WakeUp {
  #isDue = false;
  #end: (() => void) | null = null;

  wake(): void {
    this.#isDue = true;
    this.#end?.();
  }

  /** Waits until `wake` is called, for `ms` at most, and never beyond the signal. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#isDue && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const end = () => {
          clearTimeout(timer);
          signal.removeEventListener("abort", end);
          this.#end = null;
          resolve();
        };
        const timer = setTimeout(end, ms);
        signal.addEventListener("abort", end);
        this.#end = end;
      });
    }
    this.#isDue = false;
  }
}
