/** Sorts so that what is above comes first; what is in a circle, or below what is not there, counts as at the top. */
export function parentsFirst<T extends { readonly id: string }>(
  objects: readonly T[],
  parentOf: (object: T) => string | undefined,
): T[] {
  const byId = new Map(objects.map(object => [object.id, object]))
  const below = Map.groupBy(objects, object => {
    const parent = parentOf(object)
    return parent !== undefined && byId.has(parent) ? parent : ''
  })
  const ordered = new Set<T>()
  const visit = (from: readonly T[]) => {
    const waiting = [...from].toReversed()
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (ordered.has(next)) continue
      ordered.add(next)
      waiting.push(...(below.get(next.id) ?? []).toReversed())
    }
  }
  visit(below.get('') ?? [])
  // The rest is in circles.
  for (const object of objects) if (!ordered.has(object)) visit([object])
  return [...ordered]
}
