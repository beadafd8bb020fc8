/**
 * Named places where one feature lets others take part: an owner declares the point beside its public face, others add
 * to it when they register. So a page knows nothing of likes, yet shows them.
 */
export interface ExtensionPoint<T> {
  readonly name: string
  /** Never present; carries the type. */
  readonly type?: T
}

/** Declares a point, beside the public face of the feature that owns it. @param name unique among all */
export function extensionPoint<T>(name: string): ExtensionPoint<T> {
  return { name }
}

/** Values that features have added to the points of one running wiki. */
export class Extensions {
  #values = new Map<string, unknown[]>()

  add<T>(point: ExtensionPoint<T>, ...values: T[]): void {
    const list = this.#values.get(point.name)
    if (list) list.push(...values)
    else this.#values.set(point.name, [...values])
  }

  /** All that was added, in the order of registration. */
  all<T>(point: ExtensionPoint<T>): readonly T[] {
    return (this.#values.get(point.name) ?? []) as T[]
  }
}
