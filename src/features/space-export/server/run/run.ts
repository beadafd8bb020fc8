import type { Context } from '#platform/server/context.ts'
import { mayInSpace, type Space } from '#features/spaces/server/index.ts'
import type { ObjectClass, Reference } from '../package/objects.ts'
import { highestId } from '../store/contents.ts'
import { highestLabelId } from '../store/spaces.ts'
import { People } from './people.ts'
import { placesOf, type Places } from './places.ts'

export interface ExportOptions {
  /** With comments on pages and files. */
  comments: boolean
  /** Beside the contents: permissions, restrictions and watches, as far as the viewer may see them. */
  rights: boolean
  signal?: AbortSignal | undefined
  /** Called after each portion of pages. */
  progress?: (done: number, total: number) => Promise<void>
}

/** Shared state of the parts of an export. */
export interface ExportRun {
  readonly ctx: Context
  readonly space: Space
  readonly options: ExportOptions
  readonly places: Places
  readonly people: People
  readonly ids: Ids
  /** Contents with higher ids were made after the export began. */
  readonly highest: number
  /** Pages and posts that are written. References to others would refer to nothing. */
  readonly written: Set<number>
  /** Ids of labels that are written. */
  readonly labels: Set<number>
  /** Files that are written, whose bytes follow. */
  readonly files: number[]
  /** Whether permissions and restrictions are written. */
  readonly hasRights: boolean
  /** The account whose watches are written. */
  readonly watchesOf: number | null | 'all'
  /** The account whose personal labels and saved pages are written. */
  readonly personalOf: number | null | 'all'
  /** Stored files that are missing or damaged, and not in the export. */
  lost: number
}

/** Ids of objects that have none here; no content and no label has one of them. */
export class Ids {
  #last: number

  constructor(highest: number) {
    this.#last = highest
  }

  next<C extends ObjectClass>(className: C): Reference & { class: C } {
    return { class: className, id: ++this.#last }
  }
}

/** Begins an export of what the viewer may see; the caller has asked whether they may export the space. */
export async function beginRun(ctx: Context, space: Space, options: ExportOptions): Promise<ExportRun> {
  const { viewer, app } = ctx
  const highest = await highestId(app.database.read)
  const hasRights = options.rights && (await mayInSpace(app, viewer, space.id, 'administer:space'))
  return {
    ctx,
    space,
    options,
    places: await placesOf(ctx, space),
    people: new People(ctx),
    ids: new Ids(Math.max(highest, await highestLabelId(app.database.read))),
    highest,
    written: new Set(),
    labels: new Set(),
    files: [],
    hasRights,
    watchesOf: hasRights ? 'all' : viewer.userId,
    personalOf: viewer.isAdmin ? 'all' : viewer.userId,
    lost: 0,
  }
}
