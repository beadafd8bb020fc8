/**
 * Likeness of two texts from 0 to 1 by the pairs of adjacent letters that they share (Sørensen–Dice coefficient), as in
 * G. W. Adamson and J. Boreham, "The use of an association measure based on character structure", 1974.
 */
export function likeness(one: string, other: string): number {
  if (one === other) return 1
  const left = pairsOf(one)
  const right = pairsOf(other)
  if (left.length + right.length === 0) return 0
  const counts = new Map<string, number>()
  for (const pair of left) counts.set(pair, (counts.get(pair) ?? 0) + 1)
  let shared = 0
  for (const pair of right) {
    const count = counts.get(pair) ?? 0
    if (count === 0) continue
    counts.set(pair, count - 1)
    shared++
  }
  return (2 * shared) / (left.length + right.length)
}

function pairsOf(text: string): string[] {
  const letters = [...text.normalize('NFC')]
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`)
}
