/** Two versions at most: a third one takes the place of the one that was picked first. */
export function toggled(selected: readonly number[], number: number): number[] {
  if (selected.includes(number)) return selected.filter(other => other !== number)
  return [...selected, number].slice(-2)
}
