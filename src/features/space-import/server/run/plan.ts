import type { Phrase } from '#platform/error-text.ts'
import { badRequest, HttpError } from '#platform/server/http/errors.ts'
import type { Context } from '#platform/server/context.ts'
import { checkKey, foldKey, PERSONAL_MARK, spaceOfKey } from '#features/spaces/server/index.ts'
import type { OpenExport } from '../package/export.ts'
import type { ExportedSpace } from '../package/exported.ts'
import { spacesOf } from '../package/spaces.ts'
import { earlierImports, importToUpdate, type EarlierImport, type SpaceImport } from '../store.ts'
import type { ImportOptions } from './options.ts'

/** A space of the export, and the key that it gets here. */
export interface PlannedSpace {
  readonly space: ExportedSpace
  readonly key: string
  /** The import of this space that was begun before, which goes on, or is done already. */
  readonly begun: EarlierImport | undefined
  /** The import of an earlier export, which this one brings up to date. */
  readonly earlier?: SpaceImport | undefined
}

/** A wanted space of the export, and whether it can be imported under its key. */
export interface SpacePlace extends PlannedSpace {
  /** Why it cannot. */
  readonly obstacle: HttpError | undefined
  /** Whether the space of that key was imported from an earlier export, and can be brought up to date. */
  readonly canUpdate: boolean
}

/** All spaces that are wanted were imported from this export before. */
export class AlreadyImported extends HttpError {
  constructor(keys: readonly string[]) {
    if (keys.length === 1)
      super(400, 'The space {{key}} was already imported whole from this file', { values: { key: keys[0] ?? '' } })
    else
      super(400, 'The spaces {{keys}} were already imported whole from this file', { values: { keys: firstOf(keys) } })
  }
}

/** Which spaces are imported, under which keys. @throws AlreadyImported, HttpError 400 */
export async function planOf(
  ctx: Context,
  opened: OpenExport,
  wanted: Pick<ImportOptions, 'key' | 'keys' | 'update'>,
): Promise<PlannedSpace[]> {
  const places = await placesOf(ctx, opened, wanted)
  for (const { obstacle } of places) if (obstacle) throw obstacle
  if (places.every(({ begun }) => begun && isFinished(begun))) throw new AlreadyImported(places.map(({ key }) => key))
  return places
}

/** The spaces that are wanted, also those that cannot be imported. @throws HttpError 400 for those that are not there */
export async function placesOf(
  ctx: Context,
  opened: OpenExport,
  wanted: Pick<ImportOptions, 'key' | 'keys' | 'update'>,
): Promise<SpacePlace[]> {
  const places: SpacePlace[] = []
  for (const [space, target] of wantedSpaces(opened, wanted)) {
    const place = await placeOf(ctx, opened.fingerprint, { key: space.key, target }, wanted.update)
    if (places.some(({ key }) => foldKey(key) === foldKey(place.key)))
      throw badRequest('Two spaces cannot have the same key {{key}}', { values: { key: place.key } })
    places.push({ space, ...place })
  }
  return places
}

/** The reason why a space of an export cannot be imported under a key, and whether it can be brought up to date. */
export async function obstacleOf(
  ctx: Context,
  fingerprint: string,
  space: { key: string; target: string },
): Promise<{ problem?: Phrase | undefined; canUpdate: boolean }> {
  const { begun, key, obstacle, canUpdate } = await placeOf(ctx, fingerprint, space)
  const problem = begun && isFinished(begun) ? new AlreadyImported([key]) : obstacle
  return { problem: problem?.text, canUpdate }
}

async function placeOf(
  ctx: Context,
  fingerprint: string,
  { key: source, target }: { key: string; target: string },
  update = false,
): Promise<Omit<SpacePlace, 'space'>> {
  const { read } = ctx.app.database
  // The same export under another key is another import.
  const begun = (await earlierImports(read, fingerprint, source)).find(({ key }) => foldKey(key) === foldKey(target))
  if (begun) return { key: begun.key, begun, obstacle: undefined, canUpdate: false }
  const free = { key: target, begun, obstacle: keyProblem(target), canUpdate: false }
  const there = free.obstacle ? undefined : await spaceOfKey(ctx.app, target)
  if (!there) return free
  const last = await importToUpdate(read, source, there.id)
  const canUpdate = last !== undefined
  if (update && canUpdate) return { ...free, earlier: last, canUpdate }
  return { ...free, canUpdate, obstacle: update ? notUpdated(target) : keyTaken(target, canUpdate) }
}

function keyProblem(key: string): HttpError | undefined {
  try {
    if (!key.startsWith(PERSONAL_MARK)) checkKey(key)
  } catch (error) {
    if (error instanceof HttpError) return error
    throw error
  }
  return undefined
}

/** Error for a key of a space that was imported from an earlier export. */
export const UPDATABLE =
  'A space already exists with key {{key}}: delete it first, import under another key, or bring it up to date'

const keyTaken = (key: string, canUpdate: boolean) =>
  badRequest(
    canUpdate ? UPDATABLE : 'A space already exists with key {{key}}: delete it first, or import under another key',
    { values: { key } },
  )

const notUpdated = (key: string) =>
  badRequest(
    'The space {{key}} cannot be brought up to date: it was not imported from an export of the same space, not whole, or by an earlier version of Oxbow. Import under another key',
    { values: { key } },
  )

/** Whether all of a space is here already, and the run that brought it in came to its end. */
export const isFinished = ({ state, run_state }: EarlierImport): boolean =>
  state === 'done' && (run_state ?? 'FINISHED') === 'FINISHED'

/** The spaces of the export that are wanted, each with the key that it is to get. @throws HttpError 400 */
function wantedSpaces(
  opened: OpenExport,
  { key, keys }: Pick<ImportOptions, 'key' | 'keys'>,
): [ExportedSpace, string][] {
  const found = spacesOf(opened)
  const held = () => firstOf([...found.values()].map(space => space.key))
  if (found.size === 0) throw badRequest('The export holds no space')
  if (keys && keys.size > 0) return chosenSpaces(found, keys, held)
  if (key !== undefined && found.size > 1)
    throw badRequest(
      'The export holds {{number}} spaces: say which of them gets which key by --space KEY=NEW. Its spaces: {{held}}',
      { values: { number: found.size, held: held() } },
    )
  return [...found.values()].map(space => [space, key ?? space.key])
}

function chosenSpaces(
  found: ReadonlyMap<string, ExportedSpace>,
  keys: ReadonlyMap<string, string>,
  held: () => string[],
): [ExportedSpace, string][] {
  const unknown = [...keys.keys()].filter(source => !found.has(source.toLowerCase()))
  if (unknown.length > 0)
    throw badRequest('The export holds no space with key {{key}}. Its spaces: {{held}}', {
      values: { key: unknown, held: held() },
    })
  const chosen = new Map<ExportedSpace, string>()
  for (const [source, target] of keys) {
    const space = found.get(source.toLowerCase())
    if (!space) continue
    if (chosen.has(space))
      throw badRequest('The space {{key}} is chosen more than once', { values: { key: space.key } })
    // The spelling of the export, where no other key is given.
    chosen.set(space, target === source ? space.key : target)
  }
  return [...chosen]
}

/** Keys that a message names. */
const MOST_NAMED = 20

/** The first keys of many, and how many they are. */
function firstOf(keys: readonly string[]): string[] {
  return keys.length > MOST_NAMED ? [...keys.slice(0, MOST_NAMED), `… (${keys.length})`] : [...keys]
}

/** Whether all of an export is imported, also its parts that belong to no space. */
export function isOfSite(opened: OpenExport, planned: readonly PlannedSpace[]): boolean {
  return planned.length === spacesOf(opened).size
}
