/**
 * Announces a text to screen readers; the live region stays in the page while its content is
 * replaced.
 */
export function speak(text: string): void {
  const spoken = document.getElementById("spoken");
  if (spoken !== null) spoken.textContent = text;
}
