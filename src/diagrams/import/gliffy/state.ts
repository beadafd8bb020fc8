/** Shared state of an import. */
import { generateNKeysBetween } from 'fractional-indexing'
import { LIMITS, type Colour, type DiagramObject, type Layer } from '../../model/document.ts'
import { isId } from '../../model/fields.ts'
import { multiply, type Matrix } from '../../model/geometry/matrix.ts'
import { ImportError, type Approximation } from '../contract.ts'
import { numberAt, textAt, type Fields } from './json.ts'
import type { MediaStore } from './media.ts'

/** A boxed object that lines may attach to. */
export interface Target {
  id: string
  /** To the page's coordinates. */
  matrix: Matrix
  width: number
  height: number
}

/** Parent, layer, and transform from the parent's coordinates to the page's. */
export interface Context {
  parent: string | null
  layer: string
  matrix: Matrix
  depth: number
  path: string
}

/** A line, read after all possible targets. */
export interface PendingLine {
  object: Fields
  graphic: Fields
  id: string
  order: string
  context: Context
}

/** Further deviations are only counted. */
const MAX_REPORT = 1000
const MAX_ID = 90

export class ImportState {
  readonly media: MediaStore
  readonly report: Approximation[] = []
  private readonly used = new Set<string>()
  private count = 0
  private unreported = 0

  constructor(media: MediaStore) {
    this.media = media
  }

  note(path: string, message: string): void {
    if (this.report.length < MAX_REPORT) this.report.push({ path, message })
    else this.unreported++
  }

  /** Counts objects. @throws ImportError when there are too many */
  addCount(objects: number): void {
    this.count += objects
    if (this.count > LIMITS.objects) {
      throw new ImportError(
        `The diagram holds more than ${LIMITS.objects} objects. Split it into several diagrams and import each.`,
      )
    }
  }

  /** A unique document id from one of the file's. */
  id(wanted: unknown, prefix: string): string {
    const own =
      typeof wanted === 'number' || typeof wanted === 'string'
        ? `${prefix}${wanted}`.replace(/[^\w.-]/g, '-').slice(0, MAX_ID)
        : ''
    let id = own
    for (let copy = 2; !isId(id) || this.used.has(id); copy++) id = `${own || prefix}.${this.used.size}.${copy}`
    this.used.add(id)
    return id
  }

  finish(): Approximation[] {
    if (this.unreported > 0)
      this.report.push({ path: '', message: `${this.unreported} more places are shown approximately.` })
    return this.report
  }
}

/** Shared state of a page. */
export class PageState {
  readonly objects: Record<string, DiagramObject> = {}
  /** By the file's id; the first of several. */
  private readonly targets = new Map<string, Target>()
  readonly lines: PendingLine[] = []
  readonly layers: readonly Layer[]
  /** Background of lines' labels. */
  readonly background: Colour
  private readonly layerIds: ReadonlyMap<string, string>

  constructor(layers: readonly Layer[], layerIds: ReadonlyMap<string, string>, background: Colour) {
    this.background = background
    this.layers = layers
    this.layerIds = layerIds
  }

  /** Layer of an object: its own, or its parent's. */
  layerOf(object: Fields, otherwise: string): string {
    const wanted = textAt(object, 'layerId')
    return (wanted && this.layerIds.get(wanted)) ?? otherwise
  }

  addTarget(foreignId: unknown, target: Target): void {
    const key = idKey(foreignId)
    if (key !== null && !this.targets.has(key)) this.targets.set(key, target)
  }

  removeTarget(target: Target, foreignId: unknown): void {
    const key = idKey(foreignId)
    if (key !== null && this.targets.get(key) === target) this.targets.delete(key)
  }

  /** An object that is no more: lines to it end where they are drawn. @param id ours */
  removeTargets(id: string): void {
    for (const [key, target] of this.targets) if (target.id === id) this.targets.delete(key)
  }

  target(foreignId: unknown): Target | undefined {
    const key = idKey(foreignId)
    return key === null ? undefined : this.targets.get(key)
  }
}

/** Ids are numbers, in some files strings. */
export function idKey(id: unknown): string | null {
  return typeof id === 'number' || typeof id === 'string' ? String(id) : null
}

/** Objects bottom to top with their order keys. */
export function inOrder<T extends { object: Fields }>(items: readonly T[]): { item: T; order: string }[] {
  const keys = generateNKeysBetween(null, null, items.length)
  let last = -Infinity
  const placed = items.map(item => {
    // `auto` follows its predecessor.
    last = numberAt(item.object, 'order') ?? last
    return { item, place: last }
  })
  placed.sort((a, b) => (a.place === b.place ? 0 : a.place < b.place ? -1 : 1))
  return placed.map(({ item }, index) => ({ item, order: keys[index] ?? 'a0' }))
}

export function inside(context: Context, id: string, matrix: Matrix, path: string): Context {
  return { ...context, parent: id, matrix: multiply(context.matrix, matrix), depth: context.depth + 1, path }
}
