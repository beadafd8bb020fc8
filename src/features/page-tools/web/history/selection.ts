/** Toggles a version; a third one replaces the first picked. */
export function toggledSelection(selected: readonly number[], number: number): number[] {
  if (selected.includes(number)) return selected.filter(other => other !== number)
  return [...selected, number].slice(-2)
}
