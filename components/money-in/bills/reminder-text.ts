/** When a reminder is sent, relative to the due date. */
export function reminderText(day: number): string {
  if (day === 0) return "on the due date";
  const count = Math.abs(day) === 1 ? "1 day" : `${Math.abs(day)} days`;
  return day < 0 ? `${count} before` : `${count} after`;
}
