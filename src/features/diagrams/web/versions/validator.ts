/** Condition of a field, by the name that messages use. */
export interface Predicate {
  readonly name: string
  readonly holds: (value: unknown) => boolean
}

export const isString: Predicate = { name: 'isString', holds: value => typeof value === 'string' }
export const isNumber: Predicate = { name: 'isNumber', holds: value => typeof value === 'number' }
export const isBoolean: Predicate = { name: 'isBoolean', holds: value => typeof value === 'boolean' }
export const isFunction: Predicate = { name: 'isFunction', holds: value => typeof value === 'function' }
export const isArray: Predicate = { name: 'isArray', holds: value => Array.isArray(value) }

/**
 * Checks the fields of an object that scripts may have made.
 * @throws TypeError `description, key, value, failed predicate`
 */
export function requireFields<T extends object>(
  description: string,
  object: T,
  predicates: { readonly [Key in keyof T]-?: Predicate },
): void {
  for (const [key, { name, holds }] of Object.entries<Predicate>(predicates)) {
    const value: unknown = Reflect.get(object, key)
    if (!holds(value)) throw new TypeError([description, key, String(value), name].join(', '))
  }
}
