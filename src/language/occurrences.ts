/**
 * Yields the positions at which a sequence occurs in another, overlapping ones too. By the algorithm of D. Knuth,
 * J. Morris and V. Pratt, "Fast Pattern Matching in Strings" (1977): time is linear in the length of both.
 */
export function* occurrences(needle: ArrayLike<string>, hay: ArrayLike<string>): Generator<number, void, void> {
  if (needle.length === 0 || needle.length > hay.length) return
  const borders = bordersOf(needle)
  let matched = 0
  for (let at = 0; at < hay.length; at++) {
    const item = hay[at]
    while (matched > 0 && needle[matched] !== item) matched = borders[matched - 1] ?? 0
    if (needle[matched] === item) matched++
    if (matched < needle.length) continue
    yield at + 1 - matched
    matched = borders[matched - 1] ?? 0
  }
}

/** For each beginning of a sequence, the length of its longest proper end that it also begins with. */
function bordersOf(needle: ArrayLike<string>): Int32Array {
  const borders = new Int32Array(needle.length)
  let length = 0
  for (let at = 1; at < needle.length; at++) {
    const item = needle[at]
    while (length > 0 && needle[length] !== item) length = borders[length - 1] ?? 0
    if (needle[length] === item) length++
    borders[at] = length
  }
  return borders
}
