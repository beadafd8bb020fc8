/** Whether two values of JSON are equal, whatever the order of their keys. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [fields, others] = [new Map(Object.entries(a)), new Map(Object.entries(b))]
  return (
    fields.size === others.size &&
    [...fields].every(([key, value]) => others.has(key) && isSameJson(value, others.get(key)))
  )
}
