import * as Y from 'yjs'

/** Another item by which the place of an item is found. */
interface Step {
  readonly id: Y.ID
  /** 1 if the item is within the other one, 0 if both are beside each other. */
  readonly down: 0 | 1
}

/** Depths of the items of an update, before it is applied. */
export class Depths {
  readonly #doc: Y.Doc
  readonly #items = new Map<number, Y.Item[]>()
  readonly #known = new Map<Y.Item, number>()

  constructor(structs: readonly unknown[], doc: Y.Doc) {
    this.#doc = doc
    for (const struct of structs) {
      if (!(struct instanceof Y.Item)) continue
      const items = this.#items.get(struct.id.client)
      if (items) items.push(struct)
      else this.#items.set(struct.id.client, [struct])
    }
  }

  /** Number of items around an item. @throws Error if it is around itself */
  of(item: Y.Item): number {
    const path: [Y.Item, 0 | 1][] = []
    const passed = new Set<Y.Item>()
    let depth = 0
    for (let at: Y.Item | undefined = item; at;) {
      const known = this.#known.get(at)
      if (known !== undefined) {
        depth = known
        break
      }
      if (passed.has(at)) throw new Error('An item is around itself')
      passed.add(at)
      const step = stepFrom(at)
      path.push([at, step?.down ?? 0])
      const next: Y.Item | undefined = step && this.#find(step.id)
      if (step && !next) depth = this.#depthInDocument(step.id)
      at = next
    }
    for (const [passedItem, down] of path.toReversed()) this.#known.set(passedItem, (depth += down))
    return depth
  }

  #find({ client, clock }: Y.ID): Y.Item | undefined {
    const items = this.#items.get(client) ?? []
    let [low, high] = [0, items.length - 1]
    while (low <= high) {
      const middle = (low + high) >> 1
      const item = items[middle]
      if (!item) return undefined
      if (clock < item.id.clock) high = middle - 1
      else if (clock >= item.id.clock + item.length) low = middle + 1
      else return item
    }
    return undefined
  }

  /** 0 for an item that is not there, without which the update is not applied. */
  #depthInDocument({ client, clock }: Y.ID): number {
    const { store } = this.#doc
    if (clock >= Y.getState(store, client)) return 0
    // Removed items may be shells without their place; what is within them is removed too.
    const found: unknown = Y.getItem(store, Y.createID(client, clock))
    let depth = 0
    for (let item = found; item instanceof Y.Item; depth++) {
      const parent: unknown = item.parent
      item = parent instanceof Y.AbstractType ? parent._item : null
      if (!(item instanceof Y.Item)) break
    }
    return depth
  }
}

/** The item around an item, or beside it where that says the place; undefined at the top of a document. */
function stepFrom({ parent, origin, rightOrigin }: Y.Item): Step | undefined {
  if (parent instanceof Y.ID) return { id: parent, down: 1 }
  const beside = origin ?? rightOrigin
  return beside && typeof parent !== 'string' ? { id: beside, down: 0 } : undefined
}
