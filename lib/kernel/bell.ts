/** Wakes one waiter. If it rings while nobody waits, the next wait ends at once. */
export class Bell {
  #isRung = false;
  #wake: (() => void) | null = null;

  ring(): void {
    this.#isRung = true;
    this.#wake?.();
  }

  /** Waits until it rings, for `ms` at most, and never beyond the signal. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#isRung && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const end = () => {
          clearTimeout(timer);
          signal.removeEventListener("abort", end);
          this.#wake = null;
          resolve();
        };
        const timer = setTimeout(end, ms);
        signal.addEventListener("abort", end);
        this.#wake = end;
      });
    }
    this.#isRung = false;
  }
}
