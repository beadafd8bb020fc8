const SUM = /^\s*([+-]?\d*[.,]?\d+)\s*(?:([-+*/])\s*(\d*[.,]?\d+)\s*)?(?:px|%|°)?\s*$/

/** Parses a number, or two of them with `+`, `-`, `*` or `/`; null for anything else. */
export function numberIn(text: string): number | null {
  const [, first, sign, second] = SUM.exec(text) ?? []
  if (first === undefined) return null
  const [a, b] = [first, second ?? '0'].map(part => Number(part.replace(',', '.'))) as [number, number]
  const result = sign === '+' ? a + b : sign === '-' ? a - b : sign === '*' ? a * b : sign === '/' ? a / b : a
  return Number.isFinite(result) ? result : null
}
