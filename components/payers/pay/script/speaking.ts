/** Read out by screen readers; the place stays in the page while its content is replaced. */
export function speak(text: string): void {
  const spoken = document.getElementById("spoken");
  if (spoken !== null) spoken.textContent = text;
}
